import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { authenticatePlayer } from '../launcher/authenticate-player.ts'

/** Routes for GML's custom authentication (docs/launcher-protocols.md). */
export function gmlRoutes(app: App) {
  return {
    gmlSignIn: route(endpoints.gmlSignIn, async ({ body, by, client }) => {
      const given = { login: body.Login, password: body.Password, totp: body.Totp }
      const { username, uuid, textures } = await authenticatePlayer(app, given, { by, client })
      return { Login: username, UserUuid: uuid, IsSlim: textures.skin?.slim ?? false }
    }),
  }
}
