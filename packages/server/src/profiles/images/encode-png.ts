import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { type Bitmap, BYTES_PER_PIXEL } from './bitmap.ts'
import { SIGNATURE, TRUE_COLOUR_ALPHA } from './header.ts'

const deflateAsync = promisify(deflate)

/**
 * Encodes a picture as a PNG with the chunks IHDR, IDAT and IEND. The second byte of the data contains the compression
 * level (RFC 1950, FLEVEL), so the two levels never give the same file.
 */
export async function encodePng(bitmap: Bitmap, level: 6 | 9): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(bitmap.width, 0)
  header.writeUInt32BE(bitmap.height, 4)
  header.set([8, TRUE_COLOUR_ALPHA, 0, 0, 0], 8)
  const data = await deflateAsync(unfilteredRows(bitmap), { level, memLevel: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')])
}

/**
 * Returns the rows of a picture, each with a zero ("no filter") before it. Filters are not used, because skins have few
 * colors, which filters would hide from deflate.
 */
function unfilteredRows({ width, height, rgba }: Bitmap): Buffer {
  const rowBytes = width * BYTES_PER_PIXEL
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(rgba.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1)
  }
  return rows
}

function chunk(type: string, content: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8)
  return bytes
}
