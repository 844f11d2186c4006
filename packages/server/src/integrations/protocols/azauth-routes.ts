import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { invalidateGame } from '../yggdrasil/refresh-game.ts'
import { signInLauncher } from './azauth-sign-in.ts'
import { verifyLauncher } from './azauth-verify.ts'

/** Routes for launchers made for Azuriom (docs/launcher-protocols.md#azauth). */
export function azauthRoutes(app: App) {
  return {
    azauthSignIn: route(endpoints.azauthSignIn, ({ body, client }) => {
      const given = { login: body.email, password: body.password, totp: body.code }
      return signInLauncher(app, given, client)
    }),

    azauthVerify: route(endpoints.azauthVerify, ({ body, client }) =>
      verifyLauncher(app, body.access_token, client),
    ),

    azauthLogout: route(endpoints.azauthLogout, async ({ body, client }) => {
      await invalidateGame(app, body.access_token, client)
      return { status: 'success' } as const
    }),
  }
}
