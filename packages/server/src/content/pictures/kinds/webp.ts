import { Refusal } from '../../../platform/errors.ts'
import type { StrippedPicture } from './picture-parser.ts'

type Chunk = { name: string; data: Buffer }
type Size = { width: number; height: number }

const HEADER_LENGTH = 12
/** The chunks that are kept: lossy or lossless picture data, transparency and color profile. */
const NEEDED_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']
const HAS_EXIF = 0b1000
const HAS_XMP = 0b0100
const IS_ANIMATED = 0b0010

/**
 * Parses a WebP (RFC 9649); undefined for another kind of file. Drops EXIF, XMP and unknown chunks.
 * @throws Refusal `picture.broken`; `picture.kind` for an animation
 */
export function parseWebp(file: Buffer): StrippedPicture | undefined {
  const isWebp =
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return undefined
  const chunks = chunksOf(file)
  const extended = chunks.find(({ name }) => name === 'VP8X')
  if (extended && ((extended.data[0] ?? 0) & IS_ANIMATED) !== 0) throw new Refusal('picture.kind')
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const [picture] = pictures
  if (!picture || pictures.length > 1) throw new Refusal('picture.broken')

  const size = picture.name === 'VP8L' ? losslessSize(picture.data) : lossySize(picture.data)
  if (extended) checkCanvas(extended.data, size)
  return { ...size, bytes: fileOf(chunks.filter(({ name }) => NEEDED_CHUNKS.includes(name))) }
}

function chunksOf(file: Buffer): Chunk[] {
  const end = 8 + (file.length < HEADER_LENGTH ? 0 : file.readUInt32LE(4))
  if (end > file.length) throw new Refusal('picture.broken')
  const chunks: Chunk[] = []
  for (let at = HEADER_LENGTH; at < end; ) {
    const dataEnd = at + 8 <= end ? at + 8 + file.readUInt32LE(at + 4) : end + 1
    if (dataEnd > end) throw new Refusal('picture.broken')
    chunks.push({ name: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, dataEnd) })
    at = dataEnd + (dataEnd % 2) // the header has an even length, so an odd end means odd data and a padding byte
  }
  return chunks
}

/** Reads the size of a lossy picture from its VP8 frame header (RFC 6386, 9.1). */
function lossySize(data: Buffer): Size {
  const isKeyFrame = data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a
  if (!isKeyFrame) throw new Refusal('picture.broken')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/** Reads the size of a lossless picture from its header (RFC 9649, 3.4). */
function losslessSize(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw new Refusal('picture.broken')
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/**
 * Checks that the canvas has the size of the picture: browsers reserve the space of the canvas.
 * @throws Refusal `picture.broken`
 */
function checkCanvas(data: Buffer, { width, height }: Size): void {
  const isSame =
    data.length >= 10 && data.readUIntLE(4, 3) + 1 === width && data.readUIntLE(7, 3) + 1 === height
  if (!isSame) throw new Refusal('picture.broken')
}

function fileOf(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ name, data }) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return [head, name === 'VP8X' ? withoutMetadata(data) : data, Buffer.alloc(data.length % 2)]
  })
  const content = Buffer.concat(parts)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([header, content])
}

function withoutMetadata(data: Buffer): Buffer {
  const copy = Buffer.from(data)
  copy[0] = (copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)
  return copy
}
