import { createHash } from 'node:crypto'
import { PICTURE_BYTES, PICTURE_SIDE } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { parseJpeg } from './kinds/jpeg.ts'
import type { PictureParser } from './kinds/picture-parser.ts'
import { parsePng } from './kinds/png.ts'
import { parseWebp } from './kinds/webp.ts'
import type { PictureKind, StoredPicture } from './picture.ts'

const PARSERS: readonly (readonly [PictureKind, PictureParser])[] = [
  ['webp', parseWebp],
  ['png', parsePng],
  ['jpg', parseJpeg],
]

/**
 * Parses an uploaded file. Detects its kind by its bytes, not by its name. Drops data that is not visible: location and
 * camera of a photograph, texts, and anything after the end (docs/contract.md#pictures). Decodes no pixels, so the cost
 * is proportional to the size of the file.
 * @throws Refusal `picture.toolarge`, `picture.kind`, `picture.broken`, `picture.size`
 */
export function parsePicture(file: Buffer): StoredPicture {
  if (file.length > PICTURE_BYTES) throw new Refusal('picture.toolarge')
  for (const [kind, read] of PARSERS) {
    const picture = read(file)
    if (!picture) continue
    const { width, height, bytes } = picture
    if (width === 0 || height === 0) throw new Refusal('picture.broken')
    if (Math.max(width, height) > PICTURE_SIDE) throw new Refusal('picture.size')
    return { hash: createHash('sha256').update(bytes).digest('hex'), kind, width, height, bytes }
  }
  throw new Refusal('picture.kind')
}
