import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { isoInstant } from '../platform/clock.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { listSavedSkins, sharesSkin, updateSkinSharing } from './textures/saved-skin-store.ts'
import { texturesOf, textureUrl } from './textures/textures-of.ts'
import { copySkin, deleteSavedSkin, wearSavedSkin } from './textures/wear-saved-skin.ts'

export function savedSkinRoutes(app: App) {
  const siteOf = async () => ({ ...app.config, ...(await app.settings.read()) })
  return {
    listLooks: route(endpoints.listLooks, async ({ by }) => {
      const site = await siteOf()
      const player = await requireOwnPlayer(app.db, by.actor)
      const savedSkins = (await listSavedSkins(app.db, by.actor)).map((savedSkin) => ({
        hash: savedSkin.skinHash,
        url: textureUrl(site, savedSkin.skinHash),
        slim: savedSkin.model === 'slim',
        hd: savedSkin.twinHash !== null,
        worn: savedSkin.skinHash === player.skinHash,
        wornAt: isoInstant(savedSkin.wornAt),
      }))
      const shared = await sharesSkin(app.db, by.actor)
      return {
        looks: savedSkins,
        worn: player.skinHash,
        sharing: { offered: site.skinSharing, shared },
      }
    }),

    wearLook: route(endpoints.wearLook, async ({ by, params, body }) => {
      const player = await wearSavedSkin(app, by, { hash: params.hash, slim: body?.slim })
      return { textures: texturesOf(player, await siteOf()) }
    }),

    deleteLook: route(endpoints.deleteLook, async ({ by, params }) => {
      await deleteSavedSkin(app, by, params.hash)
      return null
    }),

    copySkin: route(endpoints.copySkin, async ({ by, body }) => {
      const player = await copySkin(app, by, body.username)
      return { textures: texturesOf(player, await siteOf()) }
    }),

    shareSkin: route(endpoints.shareSkin, async ({ by, body }) => {
      await updateSkinSharing(app.db, by.actor, body.shared ? app.clock.now() : null)
      return null
    }),
  }
}
