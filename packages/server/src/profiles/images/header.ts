import { crc32 } from 'node:zlib'
import { Refusal } from '../../platform/errors.ts'

export type PngHeader = {
  width: number
  height: number
  /** The bits of a sample: 1, 2, 4, 8 or 16. */
  depth: number
  colour: Colour
  interlaced: boolean
}

export const GREY = 0
export const TRUE_COLOUR = 2
export const INDEXED = 3
export const GREY_ALPHA = 4
export const TRUE_COLOUR_ALPHA = 6

export type Colour =
  | typeof GREY
  | typeof TRUE_COLOUR
  | typeof INDEXED
  | typeof GREY_ALPHA
  | typeof TRUE_COLOUR_ALPHA

/** The color types of PNG and the depths that each allows. */
const COLOURS: ReadonlyMap<number, { colour: Colour; depths: readonly number[] }> = new Map([
  [GREY, { colour: GREY, depths: [1, 2, 4, 8, 16] }],
  [TRUE_COLOUR, { colour: TRUE_COLOUR, depths: [8, 16] }],
  [INDEXED, { colour: INDEXED, depths: [1, 2, 4, 8] }],
  [GREY_ALPHA, { colour: GREY_ALPHA, depths: [8, 16] }],
  [TRUE_COLOUR_ALPHA, { colour: TRUE_COLOUR_ALPHA, depths: [8, 16] }],
])

export const SAMPLES: Readonly<Record<Colour, number>> = {
  [GREY]: 1,
  [TRUE_COLOUR]: 3,
  [INDEXED]: 1,
  [GREY_ALPHA]: 2,
  [TRUE_COLOUR_ALPHA]: 4,
}

export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * The offset of the chunks after IHDR. Before them are the signature and the chunk IHDR: its length, its type, thirteen
 * bytes of content and its checksum.
 */
export const HEADER_BYTES = SIGNATURE.length + 4 + 4 + 13 + 4

/**
 * Reads the header of a PNG. Inflates nothing and does not check the size (docs/decisions/005-png.md).
 * @throws Refusal `texture.notpng` without the signature; `texture.broken` for a header that is cut off, damaged or not
 * allowed
 */
export function readPngHeader(file: Buffer): PngHeader {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Refusal('texture.notpng')
  if (file.length < HEADER_BYTES) throw new Refusal('texture.broken')
  const isHeader = file.readUInt32BE(8) === 13 && file.toString('latin1', 12, 16) === 'IHDR'
  if (!isHeader || crc32(file.subarray(12, 29)) !== file.readUInt32BE(29)) {
    throw new Refusal('texture.broken')
  }

  const [depth, type, compression, filter, interlace] = file.subarray(24, 29)
  const known = COLOURS.get(type ?? -1)
  const isSound = compression === 0 && filter === 0 && (interlace === 0 || interlace === 1)
  if (!known || depth === undefined || !known.depths.includes(depth) || !isSound) {
    throw new Refusal('texture.broken')
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  return { width, height, depth, colour: known.colour, interlaced: interlace === 1 }
}
