import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { Refusal } from '../../platform/errors.ts'
import { type Bitmap, BYTES_PER_PIXEL, blankBitmap } from './bitmap.ts'
import { readPngChunks } from './chunks.ts'
import { type PngHeader, SAMPLES } from './header.ts'
import { pixelReader, type ReadPixel } from './pixels.ts'
import { type Pass, passesOf, unfilterRow } from './rows.ts'
import { yieldEvery } from './yield-every.ts'

const inflateAsync = promisify(inflate)
const MAX_CHUNK_SIZE = 1024 * 1024

/**
 * Decodes the pixels of a PNG. The data must inflate to exactly the size that the checked header implies, so a
 * decompression bomb costs no more than a valid picture (docs/decisions/005-png.md).
 * @throws Refusal `texture.broken`
 */
export async function decodePng(file: Buffer, header: PngHeader): Promise<Bitmap> {
  const chunks = readPngChunks(file)
  const readPixel = pixelReader(header, chunks)
  const { passes, totalBytes } = passesOf(header)
  const bytes = await inflateExactly(chunks.compressed, totalBytes)

  const bitmap = blankBitmap(header.width, header.height)
  const step = Math.max(1, (header.depth * SAMPLES[header.colour]) / 8)
  for (const pass of passes) await drawPass(bitmap, { bytes, pass, step, readPixel })
  return bitmap
}

async function inflateExactly(compressed: Buffer, length: number): Promise<Uint8Array> {
  const chunkSize = Math.min(Math.max(length + 1, 64), MAX_CHUNK_SIZE)
  try {
    const bytes = await inflateAsync(compressed, { maxOutputLength: length, chunkSize })
    if (bytes.length === length) return bytes
  } catch {
    // Any zlib error means that the data is damaged or too long.
  }
  throw new Refusal('texture.broken')
}

async function drawPass(
  bitmap: Bitmap,
  {
    bytes,
    pass,
    step,
    readPixel,
  }: { bytes: Uint8Array; pass: Pass; step: number; readPixel: ReadPixel },
): Promise<void> {
  const { rgba } = bitmap
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const { offset, rowBytes: length } = pass
  const yieldIfDue = yieldEvery()
  for (let y = 0; y < pass.height; y += 1) {
    await yieldIfDue(pass.width)
    const at = offset + y * (length + 1) + 1
    const above = y === 0 ? -1 : at - length - 1
    unfilterRow(bytes, { filter: bytes[at - 1] ?? 0, at, above, length }, step)

    const row = (pass.top + y * pass.downStep) * bitmap.width + pass.left
    for (let x = 0; x < pass.width; x += 1) {
      pixels.setUint32((row + x * pass.acrossStep) * BYTES_PER_PIXEL, readPixel(bytes, at, x))
    }
  }
}
