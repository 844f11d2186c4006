import { createHash } from 'node:crypto'
import { detectModel, judgeTexture, type SkinModel, type TextureKind } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { type Picture, padPicture, shrinkPicture } from '../images/bitmap.ts'
import { decodePng } from '../images/decode-png.ts'
import { encodePng } from '../images/encode-png.ts'
import { readPngHeader } from '../images/header.ts'
import type { Texture } from './texture.ts'

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
  const scale = await judgeScale('skin', file, mayBeHd)
  const picture = await decodePng(file, readPngHeader(file))
  return {
    skin: await toTexture('skin', picture),
    twin: scale > 1 ? await toTexture('skin', shrinkPicture(picture, scale)) : undefined,
    model: detectModel(picture),
  }
}

/** Makes a cape from an uploaded file and pads it to the size that the game knows. @throws as above. */
export async function makeCape(file: Buffer, mayBeHd: MayBeHd): Promise<Texture> {
  const scale = await judgeScale('cape', file, mayBeHd)
  const picture = await decodePng(file, readPngHeader(file))
  return toTexture('cape', padPicture(picture, 64 * scale, 32 * scale))
}

async function judgeScale(kind: TextureKind, file: Buffer, mayBeHd: MayBeHd): Promise<number> {
  const judged = judgeTexture(kind, { head: file, bytes: file.length })
  if ('fault' in judged) throw new Refusal(judged.fault)
  if (judged.scale > 1 && !(await mayBeHd())) throw new Refusal('texture.hdnotallowed')
  return judged.scale
}

/** Makes a texture from a picture that has one of the sizes of its kind. */
export async function toTexture(kind: TextureKind, picture: Picture): Promise<Texture> {
  const bytes = await encodePng(picture, LEVELS[kind])
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, kind, width: picture.width, height: picture.height, bytes }
}
