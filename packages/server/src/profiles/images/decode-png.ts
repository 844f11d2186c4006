import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { Refusal } from '../../platform/errors.ts'
import { BYTES_A_PIXEL, blankPicture, type Picture } from './bitmap.ts'
import { readPngChunks } from './chunks.ts'
import { type PngHeader, SAMPLES } from './header.ts'
import { pixelReader, type ReadPixel } from './pixels.ts'
import { type Pass, passesOf, unfilterRow } from './rows.ts'
import { pauses } from './yield-every.ts'

const inflated = promisify(inflate)
const LARGEST_CHUNK = 1024 * 1024

/**
 * Decodes the pixels of a PNG whose header was already checked. Its data must inflate to exactly the
 * size that the header implies and is never inflated further, so a bomb costs no more than an honest
 * picture of that size (docs/decisions/005-png.md).
 *
 * @throws Refusal `texture.broken`
 */
export async function decodePng(file: Buffer, header: PngHeader): Promise<Picture> {
  const chunks = readPngChunks(file)
  const readPixel = pixelReader(header, chunks)
  const { passes, totalBytes } = passesOf(header)
  const bytes = await inflateExactly(chunks.compressed, totalBytes)

  const picture = blankPicture(header.width, header.height)
  const step = Math.max(1, (header.depth * SAMPLES[header.colour]) / 8)
  for (const pass of passes) await drawPass(picture, { bytes, pass, step, readPixel })
  return picture
}

async function inflateExactly(compressed: Buffer, length: number): Promise<Uint8Array> {
  const chunkSize = Math.min(Math.max(length + 1, 64), LARGEST_CHUNK)
  try {
    const bytes = await inflated(compressed, { maxOutputLength: length, chunkSize })
    if (bytes.length === length) return bytes
  } catch {
    // Any error of zlib means that the data is damaged or too long.
  }
  throw new Refusal('texture.broken')
}

async function drawPass(
  picture: Picture,
  {
    bytes,
    pass,
    step,
    readPixel,
  }: { bytes: Uint8Array; pass: Pass; step: number; readPixel: ReadPixel },
): Promise<void> {
  const { rgba } = picture
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const { offset, rowBytes: length } = pass
  const pause = pauses()
  for (let y = 0; y < pass.height; y += 1) {
    await pause(pass.width)
    const at = offset + y * (length + 1) + 1
    const above = y === 0 ? -1 : at - length - 1
    unfilterRow(bytes, { filter: bytes[at - 1] ?? 0, at, above, length }, step)

    const row = (pass.top + y * pass.downStep) * picture.width + pass.left
    for (let x = 0; x < pass.width; x += 1) {
      pixels.setUint32((row + x * pass.acrossStep) * BYTES_A_PIXEL, readPixel(bytes, at, x))
    }
  }
}
