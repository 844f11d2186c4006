import { crc32 } from 'node:zlib'
import { Refusal } from '../../platform/errors.ts'
import { HEADER_BYTES } from './header.ts'

export type PngChunks = {
  palette: Buffer | undefined
  transparency: Buffer | undefined
  /** The contents of all IDAT chunks, joined. */
  compressed: Buffer
}

type Chunk = { type: string; content: Buffer; end: number }

/**
 * Reads the chunks between IHDR and IEND.
 * @throws Refusal `texture.broken` for a chunk that is cut off, missing, misplaced, or critical but unknown, or that
 * has a wrong checksum
 */
export function readPngChunks(file: Buffer): PngChunks {
  let palette: Buffer | undefined
  let transparency: Buffer | undefined
  const data: Buffer[] = []
  let before = 'IHDR'

  for (let at = HEADER_BYTES; ; ) {
    const { type, content, end } = readChunk(file, at)
    if (type === 'IEND') {
      if (data.length === 0 || content.length > 0) throw new Refusal('texture.broken')
      return { palette, transparency, compressed: Buffer.concat(data) }
    }
    if (type === 'IDAT') {
      if (data.length > 0 && before !== 'IDAT') throw new Refusal('texture.broken')
      data.push(content)
    } else if (type === 'PLTE') {
      if (palette || transparency || data.length > 0) throw new Refusal('texture.broken')
      palette = content
    } else if (type === 'tRNS') {
      if (transparency || data.length > 0) throw new Refusal('texture.broken')
      transparency = content
    } else if (isCritical(type)) throw new Refusal('texture.broken')
    before = type
    at = end
  }
}

function readChunk(file: Buffer, at: number): Chunk {
  const start = at + 8
  if (start + 4 > file.length) throw new Refusal('texture.broken')
  const contentEnd = start + file.readUInt32BE(at)
  if (contentEnd + 4 > file.length) throw new Refusal('texture.broken')

  const type = file.toString('latin1', at + 4, start)
  const checksum = crc32(file.subarray(at + 4, contentEnd))
  if (!/^[A-Za-z]{4}$/.test(type) || checksum !== file.readUInt32BE(contentEnd)) {
    throw new Refusal('texture.broken')
  }
  return { type, content: file.subarray(start, contentEnd), end: contentEnd + 4 }
}

/** Whether a chunk is critical: its name begins with a capital letter (PNG specification, 5.4). */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}
