import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { signIn } from '../door/sign-in.ts'
import { Refusal } from '../errors.ts'
import { describeUserOf } from '../profile/describe-player.ts'
import { logIn } from './log-in.ts'
import { prove } from './prove.ts'
import { proveByPasskey } from './prove-by-passkey.ts'

export function authRoutes(app: App): Route[] {
  return [
    route(endpoints.login, async ({ body, client, reply }) => {
      const { username_or_email: login, password, totp } = body
      return signIn(app, reply, await logIn(app, { login, password, totp }, client))
    }),

    route(endpoints.prove, async ({ identity, by, body, client }) => {
      const { password, totp, passkey } = body
      if (passkey) {
        await proveByPasskey(app, by, identity, passkey)
        return null
      }
      if (password === undefined) {
        throw new Refusal('request.invalid', {
          fields: [{ field: 'password', keyword: 'required' }],
        })
      }
      await prove(app, identity, { password, totp }, client)
      return null
    }),

    route(endpoints.me, async ({ identity }) => {
      const user = await describeUserOf(app, identity.playerId)
      if (!user) throw new Refusal('auth.unauthorized')
      return { user }
    }),
  ]
}
