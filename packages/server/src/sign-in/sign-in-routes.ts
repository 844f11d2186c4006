import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import {
  clearIdentityCookie,
  returnOf,
  setIdentityCookie,
} from '../credentials/linked-accounts/attempt-cookie.ts'
import { sendAway } from '../credentials/linked-accounts/resolve-identity.ts'
import { askForPasskey } from '../credentials/passkeys/request-passkey.ts'
import { type Route, route } from '../http/route.ts'
import { Refusal } from '../platform/errors.ts'
import { describeUserOf } from '../profiles/describe-player.ts'
import { logIn } from './log-in.ts'
import { logInByIdentity, logInByTicket } from './log-in-by-identity.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { prove } from './reauthenticate.ts'
import { proveByPasskey } from './reauthenticate-by-passkey.ts'
import { signIn } from './sign-in-reply.ts'

export function authRoutes(app: App): Route[] {
  return [
    route(endpoints.login, async ({ body, client, reply }) => {
      const { username_or_email: login, password, totp } = body
      return signIn(app, reply, await logIn(app, { login, password, totp }, client))
    }),

    route(endpoints.passkeyLoginOptions, () => askForPasskey(app)),

    route(endpoints.passkeyLogin, async ({ body, client, reply }) =>
      signIn(app, reply, await logInByPasskey(app, body, client)),
    ),

    route(endpoints.identityLoginOptions, async ({ params, body, reply }) => {
      const about = { purpose: 'login', next: body?.next } as const
      const { url, kept } = await sendAway(app, params.provider, about)
      setIdentityCookie(app, reply, kept)
      return { url }
    }),

    route(endpoints.identityLogin, async ({ params, body, client, request, reply }) => {
      clearIdentityCookie(app, reply)
      const back = returnOf(app, request, params.provider, body)
      const { opened, ticket, next } = await logInByIdentity(app, back, client)
      return { signedIn: opened ? await signIn(app, reply, opened) : null, ticket, next }
    }),

    route(endpoints.identityCode, async ({ body, client, reply }) =>
      signIn(app, reply, await logInByTicket(app, body, client)),
    ),

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
