import { BYTES_PER_PIXEL } from '../../packages/server/src/profiles/images/bitmap.ts'
import { encodePng } from '../../packages/server/src/profiles/images/encode-png.ts'

const SIDE = 64
const OPAQUE = 255

/** A unique skin: every pixel is random. */
export function newSkin(): Promise<Buffer> {
  const rgba = crypto.getRandomValues(new Uint8Array(SIDE * SIDE * BYTES_PER_PIXEL))
  for (let alpha = 3; alpha < rgba.length; alpha += BYTES_PER_PIXEL) rgba[alpha] = OPAQUE
  return encodePng({ width: SIDE, height: SIDE, rgba }, 6)
}
