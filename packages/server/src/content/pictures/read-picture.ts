import { createHash } from 'node:crypto'
import { PICTURE_BYTES, PICTURE_SIDE } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { readJpeg } from './kinds/jpeg.ts'
import { readPng } from './kinds/png.ts'
import type { ReadKind } from './kinds/read-kind.ts'
import { readWebp } from './kinds/webp.ts'
import type { PictureKind, StoredPicture } from './picture.ts'

const READERS: readonly (readonly [PictureKind, ReadKind])[] = [
  ['webp', readWebp],
  ['png', readPng],
  ['jpg', readJpeg],
]

/**
 * Reads an uploaded file by its bytes, whatever its name says, and drops what is not shown: where and
 * with what a photograph was taken, texts, and whatever follows the end (docs/contract.md#pictures).
 * Nothing is decoded, so a picture costs no more than its bytes.
 *
 * @throws Refusal `picture.toolarge`, `picture.kind`, `picture.broken`, `picture.size`
 */
export function readPicture(file: Buffer): StoredPicture {
  if (file.length > PICTURE_BYTES) throw new Refusal('picture.toolarge')
  for (const [kind, read] of READERS) {
    const picture = read(file)
    if (!picture) continue
    const { width, height, bytes } = picture
    if (width === 0 || height === 0) throw new Refusal('picture.broken')
    if (Math.max(width, height) > PICTURE_SIDE) throw new Refusal('picture.size')
    return { hash: createHash('sha256').update(bytes).digest('hex'), kind, width, height, bytes }
  }
  throw new Refusal('picture.kind')
}
