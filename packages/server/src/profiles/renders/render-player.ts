import type { SkinModel } from '@portal/contract'
import type { App } from '../../app.ts'
import { offlinePlayerId, readPlayerId } from '../../players/player-id.ts'
import { findPlayerByIdParam } from '../../players/require-player.ts'
import type { Bitmap } from '../images/bitmap.ts'
import { decodePng } from '../images/decode-png.ts'
import { encodePng } from '../images/encode-png.ts'
import { readPngHeader } from '../images/header.ts'
import { findTexture } from '../textures/find-texture.ts'
import { defaultModel } from './default-model.ts'
import { defaultSkins } from './default-skin.ts'
import { drawAvatar, drawBody } from './draw-flat.ts'
import { drawHead } from './draw-head.ts'

/** The skin of a player. Without a hash, it is the default skin of the model. */
export type PlayerSkin = { hash: string | undefined; model: SkinModel }

export type View = 'avatar' | 'head' | 'body'

export type Render = PlayerSkin & { view: View; size: number }

/** Increase this number when drawing changes, so that caches drop old pictures. */
const RENDER_VERSION = 1

/**
 * Finds the skin of a player by name or UUID. Returns a default skin for a player without a skin and for an unknown
 * player. The UUID decides which one; for an unknown name, the UUID that an offline-mode server would give.
 */
export async function findPlayerSkin(app: Pick<App, 'db'>, nameOrId: string): Promise<PlayerSkin> {
  const player = await findPlayerByIdParam(app.db, nameOrId)
  if (player?.skinHash) return { hash: player.skinHash, model: player.skinModel ?? 'classic' }
  const uuid = player?.id ?? readPlayerId(nameOrId) ?? offlinePlayerId(nameOrId)
  return { hash: undefined, model: defaultModel(uuid) }
}

export function renderKey({ hash, model, view, size }: Render): string {
  return `${RENDER_VERSION}-${view}-${size}-${model}-${hash ?? 'default'}`
}

/**
 * Returns a drawn picture of a player, from the cache if possible.
 * @throws Refusal `overloaded` while too many pictures are being drawn
 */
export async function drawRender(
  app: Pick<App, 'db' | 'imageCache' | 'renderLimiter'>,
  render: Render,
): Promise<Buffer> {
  const key = renderKey(render)
  const cached = app.imageCache.get(key)
  if (cached) return cached
  return app.renderLimiter(async () => {
    const drawn = app.imageCache.get(key) ?? (await draw(render, await skinOf(app, render)))
    app.imageCache.set(key, drawn)
    return drawn
  })
}

async function skinOf(
  app: Pick<App, 'db' | 'imageCache'>,
  { hash, model }: PlayerSkin,
): Promise<Bitmap> {
  const bytes = hash === undefined ? undefined : await findTexture(app, hash)
  return bytes ? decodePng(bytes, readPngHeader(bytes)) : defaultSkins[model]
}

async function draw({ view, size, model }: Render, skin: Bitmap): Promise<Buffer> {
  const pictures = {
    avatar: () => drawAvatar(skin, size),
    head: () => drawHead(skin, size),
    body: () => drawBody(skin, model, size),
  }
  return encodePng(await pictures[view](), 6)
}
