import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { localeOf } from '../../http/locale.ts'
import { type Route, route } from '../../http/route.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { signInOnce, toKeptOpening } from '../../sign-in/sign-in-reply.ts'
import { resendCode, verifyEmail } from './activate-player.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { registerPlayer } from './register-player.ts'

export function registrationRoutes(app: App): Route[] {
  return [
    route(endpoints.register, async ({ body, client, request, reply, once }) => {
      const { username, email, password, ref, ...consents } = body
      const { defaultLanguage } = await app.settings.read()
      const locale = localeOf(request, defaultLanguage)
      const wanted = { username, email, password, ref, locale, consents }
      const opened = await once(
        app,
        (needs) => registerPlayer(needs, wanted, client),
        toKeptOpening,
      )
      return signInOnce(app, reply, opened)
    }),

    route(endpoints.verify, async ({ by, identity, body }) => {
      const player = await verifyEmail(app, by, identity, body.code)
      return { user: await describeUser(app, player) }
    }),

    route(endpoints.resend, async ({ by }) => {
      await resendCode(app, by)
      return null
    }),

    route(endpoints.changeEmail, async ({ by, body }) => {
      await requestEmailChange(app, by, body)
      return null
    }),

    route(endpoints.verifyEmailChange, async ({ by, identity, body }) => {
      const player = await confirmEmailChange(app, by, identity, body.code)
      return { user: await describeUser(app, player) }
    }),
  ]
}
