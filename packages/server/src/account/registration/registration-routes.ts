import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { localeOf } from '../../http/locale.ts'
import { route } from '../../http/route.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { signInFromStored, toStoredSignIn } from '../../sign-in/sign-in-reply.ts'
import { resendCode, verifyEmail } from './activate-player.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { registerPlayer } from './register-player.ts'

export function registrationRoutes(app: App) {
  return {
    register: route(endpoints.register, async ({ body, client, request, reply, idempotent }) => {
      const { username, email, password, ref, ...consents } = body
      const { defaultLanguage } = await app.settings.read()
      const locale = localeOf(request, defaultLanguage)
      const input = { username, email, password, ref, locale, consents }
      const opened = await idempotent(
        app,
        (deps) => registerPlayer(deps, input, client),
        toStoredSignIn,
      )
      return signInFromStored(app, reply, opened)
    }),

    verify: route(endpoints.verify, async ({ by, identity, body }) => {
      const player = await verifyEmail(app, by, identity, body.code)
      return { user: await describeUser(app, player) }
    }),

    resend: route(endpoints.resend, async ({ by }) => {
      await resendCode(app, by)
      return null
    }),

    changeEmail: route(endpoints.changeEmail, async ({ by, body }) => {
      await requestEmailChange(app, by, body)
      return null
    }),

    verifyEmailChange: route(endpoints.verifyEmailChange, async ({ by, identity, body }) => {
      const player = await confirmEmailChange(app, by, identity, body.code)
      return { user: await describeUser(app, player) }
    }),
  }
}
