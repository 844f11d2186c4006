import { endpoints } from '@portal/contract'
import { requirePlayer } from '../access/require-player.ts'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { removeTextureByEditor } from './remove-texture-by-editor.ts'

/** Pictures that nobody should have to see. */
export function playerTextureRoutes(app: App): Route[] {
  return [
    route(endpoints.removeSkinOfPlayer, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await removeTextureByEditor(app, by, player, 'skin')
      return null
    }),

    route(endpoints.removeCapeOfPlayer, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await removeTextureByEditor(app, by, player, 'cape')
      return null
    }),
  ]
}
