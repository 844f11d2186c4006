import { endpoints } from '@portal/contract'
import { requirePlayer } from '../access/require-player.ts'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { removeTexture } from './remove-texture.ts'

/** Pictures that nobody should have to see. */
export function playerTextureRoutes(app: App): Route[] {
  return [
    route(endpoints.removeSkinOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'skin')
      return null
    }),

    route(endpoints.removeCapeOfPlayer, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await removeTexture(app, by, id, 'cape')
      return null
    }),
  ]
}
