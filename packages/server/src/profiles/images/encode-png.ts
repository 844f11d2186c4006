import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { BYTES_A_PIXEL, type Picture } from './bitmap.ts'
import { SIGNATURE, TRUE_COLOUR_ALPHA } from './header.ts'

const deflated = promisify(deflate)

/**
 * Encodes a PNG of eight-bit RGBA with IHDR, one IDAT and IEND and nothing else. The same pixels at the
 * same level give the same bytes. The second byte of the data tells whether the level was below 6, 6,
 * or above (RFC 1950, FLEVEL), so files written at two such levels always differ.
 */
export async function encodePng(picture: Picture, level: 6 | 9): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(picture.width, 0)
  header.writeUInt32BE(picture.height, 4)
  header.set([8, TRUE_COLOUR_ALPHA, 0, 0, 0], 8)
  const data = await deflated(unfilteredRows(picture), { level, memLevel: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')])
}

/** Puts a zero ("no filter") before each row: skins have few colours, which filters would hide. */
function unfilteredRows({ width, height, rgba }: Picture): Buffer {
  const rowBytes = width * BYTES_A_PIXEL
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
