import type { SkinModel } from '@portal/contract'
import type { App } from '../../app.ts'
import { offlinePlayerId, readPlayerId } from '../../players/player-id.ts'
import { findNamed } from '../../players/require-player.ts'
import type { Picture } from '../images/bitmap.ts'
import { decodePng } from '../images/decode-png.ts'
import { encodePng } from '../images/encode-png.ts'
import { readPngHeader } from '../images/header.ts'
import { findTexture } from '../textures/find-texture.ts'
import { defaultModel } from './default-model.ts'
import { defaultSkins } from './default-skin.ts'
import { drawAvatar, drawBody } from './draw-flat.ts'
import { drawHead } from './draw-head.ts'

/** What a player looks like; without a hash, it is the default skin of that model. */
export type Look = { hash: string | undefined; model: SkinModel }

export type View = 'avatar' | 'head' | 'body'

/** A picture of a look; `size` is its width in pixels. */
export type Render = Look & { view: View; size: number }

/** Raised when looks are drawn differently, so that nobody keeps old pictures. */
const DRAWING = 1

/**
 * Finds the look of the player that a path names. Unknown players, and those without a skin, get a
 * default skin by their uuid; an unknown name, by the uuid that a game without accounts gives it.
 */
export async function findLook(app: Pick<App, 'db'>, named: string): Promise<Look> {
  const player = await findNamed(app.db, named)
  if (player?.skinHash) return { hash: player.skinHash, model: player.skinModel ?? 'classic' }
  const uuid = player?.id ?? readPlayerId(named) ?? offlinePlayerId(named)
  return { hash: undefined, model: defaultModel(uuid) }
}

/** Names a render; the name depends on look, view, size and `DRAWING`. */
export function nameOf({ hash, model, view, size }: Render): string {
  return `${DRAWING}-${view}-${size}-${model}-${hash ?? 'default'}`
}

/**
 * Draws a PNG of a player once and then caches it by its name.
 *
 * @throws Refusal `overloaded` while too many pictures are being drawn.
 */
export async function drawRender(
  app: Pick<App, 'db' | 'pictures' | 'renderTurn'>,
  render: Render,
): Promise<Buffer> {
  const name = nameOf(render)
  const known = app.pictures.get(name)
  if (known) return known
  return app.renderTurn(async () => {
    const drawn = app.pictures.get(name) ?? (await draw(render, await skinOf(app, render)))
    app.pictures.set(name, drawn)
    return drawn
  })
}

async function skinOf(app: Pick<App, 'db' | 'pictures'>, { hash, model }: Look): Promise<Picture> {
  const bytes = hash === undefined ? undefined : await findTexture(app, hash)
  return bytes ? decodePng(bytes, readPngHeader(bytes)) : defaultSkins[model]
}

async function draw({ view, size, model }: Render, skin: Picture): Promise<Buffer> {
  const pictures = {
    avatar: () => drawAvatar(skin, size),
    head: () => drawHead(skin, size),
    body: () => drawBody(skin, model, size),
  }
  return encodePng(await pictures[view](), 6)
}
