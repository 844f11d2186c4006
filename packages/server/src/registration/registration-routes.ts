import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { signIn } from '../door/sign-in.ts'
import { localeOf } from '../http/locale-of.ts'
import { describeUser } from '../profile/describe-player.ts'
import { resendCode, verifyEmail } from './activate-player.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { registerPlayer } from './register-player.ts'

export function registrationRoutes(app: App): Route[] {
  return [
    route(endpoints.register, async ({ body, client, request, reply }) => {
      const { username, email, password, ref } = body
      const { defaultLanguage } = await app.settings.read()
      const locale = localeOf(request, defaultLanguage)
      const wanted = { username, email, password, ref, locale }
      return signIn(app, reply, await registerPlayer(app, wanted, client))
    }),

    route(endpoints.verify, async ({ identity, body, client }) => {
      const player = await verifyEmail(app, identity, body.code, client)
      return { user: await describeUser(app, player) }
    }),

    route(endpoints.resend, async ({ identity }) => {
      await resendCode(app, identity.playerId)
      return null
    }),

    route(endpoints.changeEmail, async ({ identity, body }) => {
      await requestEmailChange(app, identity.playerId, body)
      return null
    }),

    route(endpoints.verifyEmailChange, async ({ identity, body, client }) => {
      const player = await confirmEmailChange(app, identity, body.code, client)
      return { user: await describeUser(app, player) }
    }),
  ]
}
