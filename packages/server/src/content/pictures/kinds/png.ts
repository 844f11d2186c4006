import { Refusal } from '../../../platform/errors.ts'
import type { StrippedPicture } from './picture-parser.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const HEADER_LENGTH = 13
const CHUNK_OVERHEAD = 12

/**
 * The chunks that affect how a picture looks (PNG specification, 11). Texts, EXIF and animations are not among them.
 */
const NEEDED_CHUNKS = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
]

/**
 * Parses a PNG (PNG specification, 5); undefined for another kind of file. Of an animation, only the first picture is
 * kept.
 * @throws Refusal `picture.broken`
 */
export function parsePng(file: Buffer): StrippedPicture | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const kept: Buffer[] = [SIGNATURE]
  const types: string[] = []
  let at = SIGNATURE.length
  while (types.at(-1) !== 'IEND') {
    if (at + CHUNK_OVERHEAD > file.length) throw new Refusal('picture.broken')
    const end = at + CHUNK_OVERHEAD + file.readUInt32BE(at)
    if (end > file.length) throw new Refusal('picture.broken')
    const type = file.toString('latin1', at + 4, at + 8)
    types.push(type)
    if (NEEDED_CHUNKS.includes(type)) kept.push(file.subarray(at, end))
    at = end
  }
  const hasValidEnd = types[0] === 'IHDR' && file.readUInt32BE(SIGNATURE.length) === HEADER_LENGTH
  if (!hasValidEnd || !types.includes('IDAT')) throw new Refusal('picture.broken')
  return {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    bytes: Buffer.concat(kept),
  }
}
