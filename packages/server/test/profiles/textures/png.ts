import { crc32, deflateSync, inflateSync } from 'node:zlib'

/*
 * PNGs for tests, written from the specification without the site's own decoder, so that each checks the other.
 */

export type Chunk = { type: string; data: Buffer; checksum?: number }

export type Drawing = {
  width: number
  height: number
  /** The color type of PNG: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA (the default). */
  colour?: 0 | 2 | 3 | 4 | 6
  depth?: 1 | 2 | 4 | 8 | 16
  interlaced?: boolean
  /** Returns the samples of a pixel, each of `depth` bits. */
  sample: (x: number, y: number) => readonly number[]
  palette?: readonly (readonly number[])[]
  transparency?: readonly number[]
  /** The filter of each stored row; 0 by default. */
  filter?: (row: number) => number
  /** The number of IDAT chunks; 1 by default. */
  parts?: number
}

const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
const ADAM7 = '0088 4088 0448 2044 0224 1022 0112'.split(' ').map((pass) => [...pass].map(Number))

/** Makes an RGBA picture, by default of one color. */
export function png(drawing: Partial<Drawing> & { width: number; height: number }): Buffer {
  return fileOf(chunksOf({ sample: () => [40, 90, 160, 255], ...drawing }))
}

/** Makes the chunks of a picture, so that a test can damage them. */
export function chunksOf(drawing: Drawing): Chunk[] {
  const { width, height, colour = 6, depth = 8, interlaced = false } = drawing
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const data = deflateSync(rowsOf(drawing))
  const length = Math.ceil(data.length / (drawing.parts ?? 1))
  const parts = Array.from({ length: drawing.parts ?? 1 }, (_, n) =>
    data.subarray(n * length, (n + 1) * length),
  )
  return [
    { type: 'IHDR', data: header },
    ...(drawing.palette ? [{ type: 'PLTE', data: Buffer.from(drawing.palette.flat()) }] : []),
    ...(drawing.transparency ? [{ type: 'tRNS', data: Buffer.from(drawing.transparency) }] : []),
    ...parts.map((part) => ({ type: 'IDAT', data: part })),
    { type: 'IEND', data: Buffer.alloc(0) },
  ]
}

export function fileOf(chunks: readonly Chunk[]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...chunks.map(bytesOf)])
}

function bytesOf({ type, data, checksum }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(checksum ?? crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Makes the stored rows of a picture: all rows, or for an interlaced picture the rows of each of the seven passes. */
function rowsOf(drawing: Drawing): Buffer {
  const { width, height, colour = 6, depth = 8, filter = () => 0 } = drawing
  const pixelBytes = Math.max(1, (SAMPLES[colour] * depth) >> 3)
  const rows: Buffer[] = []
  for (const [left = 0, top = 0, across = 1, down = 1] of drawing.interlaced
    ? ADAM7
    : [[0, 0, 1, 1]]) {
    let above: Buffer | undefined
    for (let y = top; y < height; y += down) {
      const samples: number[] = []
      for (let x = left; x < width; x += across) samples.push(...drawing.sample(x, y))
      if (samples.length === 0) continue
      const row = packed(samples, depth)
      rows.push(filtered(row, above ?? Buffer.alloc(row.length), filter(rows.length), pixelBytes))
      above = row
    }
  }
  return Buffer.concat(rows)
}

function packed(samples: readonly number[], depth: number): Buffer {
  if (depth === 8) return Buffer.from(samples)
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  const octets = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)))
}

function filtered(row: Buffer, above: Buffer, filter: number, pixelBytes: number): Buffer {
  if (filter === 0) return Buffer.concat([Buffer.of(0), row])
  const guess = (n: number): number => {
    const a = row[n - pixelBytes] ?? 0
    const b = above[n] ?? 0
    const c = n < pixelBytes ? 0 : (above[n - pixelBytes] ?? 0)
    const nearest = [a, b, c].sort(
      (one, other) => Math.abs(a + b - c - one) - Math.abs(a + b - c - other),
    )
    return [0, a, b, Math.floor((a + b) / 2), nearest[0] ?? 0][filter] ?? 0
  }
  return Buffer.from([filter, ...row.map((byte, n) => byte - guess(n))])
}

/** Reads a picture that the site made: eight-bit RGBA without filters. */
export function readPng(file: Uint8Array) {
  const bytes = Buffer.from(file)
  const chunks: Chunk[] = []
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end), checksum: bytes.readUInt32BE(end) })
    at = end + 4
  }
  const [header, data] = [chunks[0]?.data ?? Buffer.alloc(13), chunks[1]?.data ?? Buffer.alloc(0)]
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = inflateSync(data)
  const pixel = (x: number, y: number): number[] => [
    ...rows.subarray(y * (width * 4 + 1) + 1 + x * 4).subarray(0, 4),
  ]
  return {
    width,
    height,
    kind: [...header.subarray(8)],
    types: chunks.map(({ type }) => type),
    pixel,
  }
}

/** A seeded random generator (mulberry32) of numbers from 0 to below 1. */
export function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
