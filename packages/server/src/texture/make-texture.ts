import { createHash } from 'node:crypto'
import { Refusal } from '../errors.ts'
import { decodePng } from './png/decode-png.ts'
import { encodePng } from './png/encode-png.ts'
import { type PngHeader, readPngHeader } from './png/header.ts'
import { type Picture, padPicture, shrinkPicture } from './render/picture.ts'
import { detectModel, type SkinModel } from './render/skin-model.ts'
import type { Texture, TextureKind } from './texture.ts'
import { capeScale, skinScale } from './texture-size.ts'

const LARGEST_FILE = 1024 * 1024

/** Skins and capes are deflated differently, so that a picture used as both has two names. */
const LEVELS = { skin: 9, cape: 6 } as const

/** Tells whether a player may wear HD textures; called only for pictures that are HD. */
export type MayBeHd = () => Promise<boolean>

export type MadeSkin = {
  skin: Texture
  /** The skin at 64 pixels; undefined when it has that size itself. */
  twin: Texture | undefined
  /** The model that the picture looks like; the player may choose the other one. */
  model: SkinModel
}

/**
 * Makes a skin from an uploaded file (docs/contract.md#skins-and-capes).
 *
 * @throws Refusal `texture.toolarge`, `texture.notpng`, `texture.size`, `texture.hdnotallowed`,
 *   `texture.broken`
 */
export async function makeSkin(file: Buffer, mayBeHd: MayBeHd): Promise<MadeSkin> {
  const header = readHeader(file)
  const scale = await judgeScale(skinScale(header), mayBeHd)
  const picture = await decodePng(file, header)
  return {
    skin: await toTexture('skin', picture),
    twin: scale > 1 ? await toTexture('skin', shrinkPicture(picture, scale)) : undefined,
    model: detectModel(picture),
  }
}

/** Makes a cape from an uploaded file and pads it to the size that the game knows. @throws as above. */
export async function makeCape(file: Buffer, mayBeHd: MayBeHd): Promise<Texture> {
  const header = readHeader(file)
  const scale = await judgeScale(capeScale(header), mayBeHd)
  const picture = await decodePng(file, header)
  return toTexture('cape', padPicture(picture, 64 * scale, 32 * scale))
}

function readHeader(file: Buffer): PngHeader {
  if (file.length > LARGEST_FILE) throw new Refusal('texture.toolarge')
  return readPngHeader(file)
}

async function judgeScale(scale: number | undefined, mayBeHd: MayBeHd): Promise<number> {
  if (scale === undefined) throw new Refusal('texture.size')
  if (scale > 1 && !(await mayBeHd())) throw new Refusal('texture.hdnotallowed')
  return scale
}

async function toTexture(kind: TextureKind, picture: Picture): Promise<Texture> {
  const bytes = await encodePng(picture, LEVELS[kind])
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, kind, width: picture.width, height: picture.height, bytes }
}
