import { Refusal } from '../../platform/errors.ts'
import type { PngChunks } from './chunks.ts'
import { GREY, GREY_ALPHA, INDEXED, type PngHeader, SAMPLES, TRUE_COLOUR } from './header.ts'

/** Reads the n-th pixel of the row that begins at `row`, as `0xRRGGBBAA`. */
export type ReadPixel = (bytes: Uint8Array, row: number, n: number) => number

/**
 * Makes a function that reads pixels. It converts samples of any depth to eight bits, and applies the palette and
 * `tRNS` (PNG specification, 11.3.1).
 * @throws Refusal `texture.broken` for a wrong palette or `tRNS`; the returned function throws it for a pixel outside
 * the palette
 */
export function pixelReader(header: PngHeader, chunks: PngChunks): ReadPixel {
  const read = sampleReader(header.depth)
  const scale = scaleOf(header.depth)
  const samples = SAMPLES[header.colour]

  if (header.colour === INDEXED) return fromPalette(read, colours(chunks))
  if (header.colour === GREY) {
    const clear = clearSamples(chunks.transparency, samples)
    return (bytes, row, n) => {
      const grey = read(bytes, row, n)
      return toColour(scale(grey) * 0x010101, grey === clear?.[0] ? 0 : 255)
    }
  }
  if (header.colour === GREY_ALPHA) {
    return (bytes, row, n) =>
      toColour(scale(read(bytes, row, n * 2)) * 0x010101, scale(read(bytes, row, n * 2 + 1)))
  }

  const isOpaque = header.colour === TRUE_COLOUR
  const clear = isOpaque ? clearSamples(chunks.transparency, samples) : undefined
  return (bytes, row, n) => {
    const at = n * samples
    const red = read(bytes, row, at)
    const green = read(bytes, row, at + 1)
    const blue = read(bytes, row, at + 2)
    const isClear =
      clear !== undefined && red === clear[0] && green === clear[1] && blue === clear[2]
    const alpha = isOpaque ? (isClear ? 0 : 255) : scale(read(bytes, row, at + 3))
    return toColour((scale(red) << 16) | (scale(green) << 8) | scale(blue), alpha)
  }
}

function toColour(rgb: number, alpha: number): number {
  return ((rgb << 8) | alpha) >>> 0
}

type ReadSample = (bytes: Uint8Array, row: number, n: number) => number

function sampleReader(depth: number): ReadSample {
  if (depth === 8) return (bytes, row, n) => bytes[row + n] ?? 0
  if (depth === 16) {
    return (bytes, row, n) => ((bytes[row + n * 2] ?? 0) << 8) | (bytes[row + n * 2 + 1] ?? 0)
  }
  const mask = (1 << depth) - 1
  return (bytes, row, n) => {
    const bit = n * depth
    return ((bytes[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask
  }
}

function scaleOf(depth: number): (sample: number) => number {
  const maxSample = 2 ** depth - 1
  return depth === 8 ? (sample) => sample : (sample) => Math.round((sample * 255) / maxSample)
}

/**
 * Returns the samples of the color that `tRNS` makes transparent, in the depth of the picture; undefined without one.
 */
function clearSamples(transparency: Buffer | undefined, samples: number): number[] | undefined {
  if (!transparency) return undefined
  if (transparency.length !== samples * 2) throw new Refusal('texture.broken')
  return Array.from({ length: samples }, (_, n) => transparency.readUInt16BE(n * 2))
}

function colours({ palette, transparency }: PngChunks): number[] {
  const count = (palette?.length ?? 0) / 3
  const isSound = Number.isInteger(count) && count >= 1 && count <= 256
  if (!palette || !isSound || (transparency?.length ?? 0) > count) {
    throw new Refusal('texture.broken')
  }
  return Array.from({ length: count }, (_, n) =>
    toColour(palette.readUIntBE(n * 3, 3), transparency?.[n] ?? 255),
  )
}

function fromPalette(read: ReadSample, palette: readonly number[]): ReadPixel {
  return (bytes, row, n) => {
    const colour = palette[read(bytes, row, n)]
    if (colour === undefined) throw new Refusal('texture.broken')
    return colour
  }
}
