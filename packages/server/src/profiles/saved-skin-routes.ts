import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { isoInstant } from '../platform/clock.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { listLooks, sharesSkin, updateSharing } from './textures/saved-skin-store.ts'
import { texturesOf, textureUrl } from './textures/textures-of.ts'
import { copySkin, deleteLook, wearLook } from './textures/wear-saved-skin.ts'

/** Routes by which players put on their last skins again, and those that others share. */
export function lookRoutes(app: App): Route[] {
  const siteOf = async () => ({ ...app.config, ...(await app.settings.read()) })
  return [
    route(endpoints.listLooks, async ({ by }) => {
      const site = await siteOf()
      const player = await requireOwnPlayer(app.db, by.actor)
      const looks = (await listLooks(app.db, by.actor)).map((look) => ({
        hash: look.skinHash,
        url: textureUrl(site, look.skinHash),
        slim: look.model === 'slim',
        hd: look.twinHash !== null,
        worn: look.skinHash === player.skinHash,
        wornAt: isoInstant(look.wornAt),
      }))
      const shared = await sharesSkin(app.db, by.actor)
      return { looks, worn: player.skinHash, sharing: { offered: site.skinSharing, shared } }
    }),

    route(endpoints.wearLook, async ({ by, params, body }) => {
      const player = await wearLook(app, by, { hash: params.hash, slim: body?.slim })
      return { textures: texturesOf(player, await siteOf()) }
    }),

    route(endpoints.deleteLook, async ({ by, params }) => {
      await deleteLook(app, by, params.hash)
      return null
    }),

    route(endpoints.copySkin, async ({ by, body }) => {
      const player = await copySkin(app, by, body.username)
      return { textures: texturesOf(player, await siteOf()) }
    }),

    route(endpoints.shareSkin, async ({ by, body }) => {
      await updateSharing(app.db, by.actor, body.shared ? app.clock.now() : null)
      return null
    }),
  ]
}
