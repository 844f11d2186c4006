import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import {
  clearIdentityCookie,
  providerCallback,
  setIdentityCookie,
} from '../credentials/linked-accounts/authorization-cookie.ts'
import { startAuthorization } from '../credentials/linked-accounts/resolve-identity.ts'
import { authenticationOptions } from '../credentials/passkeys/authentication-options.ts'
import { route } from '../http/route.ts'
import { Refusal } from '../platform/errors.ts'
import { describeUserOf } from '../profiles/describe-player.ts'
import { explainSignOut } from './explain-sign-out.ts'
import { logIn } from './log-in.ts'
import { logInByIdentity, logInByTicket } from './log-in-by-identity.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { reauthenticate } from './reauthenticate.ts'
import { reauthenticateByPasskey } from './reauthenticate-by-passkey.ts'
import { signIn } from './sign-in-reply.ts'

export function signInRoutes(app: App) {
  return {
    login: route(endpoints.login, async ({ body, client, reply }) => {
      const { username_or_email: login, password, totp } = body
      return signIn(app, reply, await logIn(app, { login, password, totp }, client))
    }),

    explainSignOut: route(endpoints.explainSignOut, ({ body }) =>
      explainSignOut(app, body.access_token),
    ),

    passkeyLoginOptions: route(endpoints.passkeyLoginOptions, () => authenticationOptions(app)),

    passkeyLogin: route(endpoints.passkeyLogin, async ({ body, client, reply }) =>
      signIn(app, reply, await logInByPasskey(app, body, client)),
    ),

    identityLoginOptions: route(endpoints.identityLoginOptions, async ({ params, body, reply }) => {
      const about = { purpose: 'login', next: body?.next } as const
      const { url, sealedRequest } = await startAuthorization(app, params.provider, about)
      setIdentityCookie(app, reply, sealedRequest)
      return { url }
    }),

    identityLogin: route(
      endpoints.identityLogin,
      async ({ params, body, client, request, reply }) => {
        clearIdentityCookie(app, reply)
        const callback = providerCallback(app, request, params.provider, body)
        const { opened, ticket, next } = await logInByIdentity(app, callback, client)
        return { signedIn: opened ? await signIn(app, reply, opened) : null, ticket, next }
      },
    ),

    identityCode: route(endpoints.identityCode, async ({ body, client, reply }) =>
      signIn(app, reply, await logInByTicket(app, body, client)),
    ),

    prove: route(endpoints.prove, async ({ identity, by, body, client }) => {
      const { password, totp, passkey } = body
      if (passkey) {
        await reauthenticateByPasskey(app, by, identity, passkey)
        return null
      }
      if (password === undefined) {
        throw new Refusal('request.invalid', {
          fields: [{ field: 'password', keyword: 'required' }],
        })
      }
      await reauthenticate(app, identity, { password, totp }, client)
      return null
    }),

    me: route(endpoints.me, async ({ identity }) => {
      const user = await describeUserOf(app, identity.playerId)
      if (!user) throw new Refusal('auth.unauthorized')
      return { user }
    }),
  }
}
