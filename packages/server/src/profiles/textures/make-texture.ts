import { createHash } from 'node:crypto'
import { checkTexture, detectModel, type SkinModel, type TextureKind } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { type Bitmap, padBitmap, shrinkBitmap } from '../images/bitmap.ts'
import { decodePng } from '../images/decode-png.ts'
import { encodePng } from '../images/encode-png.ts'
import { readPngHeader } from '../images/header.ts'
import type { Texture } from './texture.ts'

/** The compression levels. They differ, so that a picture used as skin and as cape has two hashes. */
const COMPRESSION_LEVELS = { skin: 9, cape: 6 } as const

export type HdCheck = () => Promise<boolean>

export type SkinTextures = {
  skin: Texture
  /** The 64-pixel version of the skin; undefined if the skin itself has that size. */
  standardSkin: Texture | undefined
  /** The model that the picture suggests. The player can choose the other model. */
  model: SkinModel
}

/**
 * Checks an uploaded skin and encodes it.
 * @throws Refusal `texture.toolarge`, `texture.notpng`, `texture.size`, `texture.hdnotallowed`, `texture.broken`
 */
export async function makeSkin(file: Buffer, isHdAllowed: HdCheck): Promise<SkinTextures> {
  const scale = await checkScale('skin', file, isHdAllowed)
  const bitmap = await decodePng(file, readPngHeader(file))
  return {
    skin: await toTexture('skin', bitmap),
    standardSkin: scale > 1 ? await toTexture('skin', shrinkBitmap(bitmap, scale)) : undefined,
    model: detectModel(bitmap),
  }
}

/**
 * Checks an uploaded cape, pads it to a size that the game supports, and encodes it.
 * @throws the refusals of `makeSkin`
 */
export async function makeCape(file: Buffer, isHdAllowed: HdCheck): Promise<Texture> {
  const scale = await checkScale('cape', file, isHdAllowed)
  const bitmap = await decodePng(file, readPngHeader(file))
  return toTexture('cape', padBitmap(bitmap, 64 * scale, 32 * scale))
}

async function checkScale(kind: TextureKind, file: Buffer, isHdAllowed: HdCheck): Promise<number> {
  const checked = checkTexture(kind, { head: file, bytes: file.length })
  if ('fault' in checked) throw new Refusal(checked.fault)
  if (checked.scale > 1 && !(await isHdAllowed())) throw new Refusal('texture.hdnotallowed')
  return checked.scale
}

export async function toTexture(kind: TextureKind, bitmap: Bitmap): Promise<Texture> {
  const bytes = await encodePng(bitmap, COMPRESSION_LEVELS[kind])
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, kind, width: bitmap.width, height: bitmap.height, bytes }
}
