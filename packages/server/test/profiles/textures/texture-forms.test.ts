import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { makeCape, makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { yes } from './hostile-png.ts'
import { chanceOf, type Drawing, png, readPng } from './png.ts'

/* These tests call the decoder and encoder directly, without HTTP. */

const FILTERS: Record<string, Drawing['filter']> = {
  'no filter': () => 0,
  sub: () => 1,
  up: () => 2,
  average: () => 3,
  paeth: () => 4,
  'every filter in turn': (row) => row % 5,
}

type Kind = { colour: 0 | 2 | 3 | 4 | 6; depth: 1 | 2 | 4 | 8 | 16 }
const KINDS: Kind[] = [
  ...([1, 2, 4, 8, 16] as const).map((depth) => ({ colour: 0 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colour: 2 as const, depth })),
  ...([1, 2, 4, 8] as const).map((depth) => ({ colour: 3 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colour: 4 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colour: 6 as const, depth })),
]
const NAMES = { 0: 'grey', 2: 'RGB', 3: 'palette', 4: 'grey with alpha', 6: 'RGBA' }
const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Makes seeded noise; the same kind always gives the same pixels. */
function noise(width: number, height: number, { colour, depth }: Kind): Drawing {
  const chance = chanceOf(colour * 100 + depth)
  const count = SAMPLES[colour]
  const all = Array.from({ length: width * height }, () =>
    Array.from({ length: count }, () => Math.floor(chance() * 2 ** depth)),
  )
  const palette = Array.from({ length: 2 ** Math.min(depth, 8) }, () =>
    [0, 0, 0].map(() => Math.floor(chance() * 256)),
  )
  return {
    width,
    height,
    colour,
    depth,
    sample: (x, y) => all[y * width + x] ?? [],
    ...(colour === 3 && { palette }),
  }
}

/** Returns the color that the specification gives a pixel of the drawing, as eight-bit RGBA. */
function meant(drawing: Drawing, x: number, y: number): number[] {
  const { colour = 6, depth = 8, palette = [], transparency } = drawing
  const samples = drawing.sample(x, y)
  const [r = 0, g = 0, b = 0, a = 0] = samples.map((sample) =>
    Math.round((sample / (2 ** depth - 1)) * 255),
  )
  if (colour === 6) return [r, g, b, a]
  if (colour === 4) return [r, r, r, g]
  if (colour === 3) {
    const index = samples[0] ?? 0
    return [...(palette[index] ?? []), transparency?.[index] ?? 255]
  }
  const words = (transparency ?? []).map((byte, n) => (transparency?.[n - 1] ?? 0) * 256 + byte)
  const clear = transparency && words.filter((_, n) => n % 2 === 1)
  const alpha = clear?.join() === samples.join() ? 0 : 255
  return colour === 0 ? [r, r, r, alpha] : [r, g, b, alpha]
}

function assertDrawn(file: Uint8Array, drawing: Drawing): void {
  const made = readPng(file)
  for (let y = 0; y < drawing.height; y += 1) {
    for (let x = 0; x < drawing.width; x += 1) {
      const expected = meant(drawing, x, y)
      if (made.pixel(x, y).join() === expected.join()) continue
      assert.deepEqual(made.pixel(x, y), expected, `pixel ${x},${y}`)
    }
  }
}

for (const kind of KINDS) {
  for (const interlaced of [false, true]) {
    const name = `${NAMES[kind.colour]} of ${kind.depth} bit${interlaced ? ', interlaced' : ''}`
    test(`a skin may be a PNG of ${name}, with any filter`, async () => {
      for (const filter of Object.values(FILTERS)) {
        const drawing = { ...noise(64, 64, kind), interlaced, ...(filter && { filter }) }

        const { skin } = await makeSkin(png(drawing), yes)

        assertDrawn(skin.bytes, drawing)
      }
    })

    test(`a cape of 22 by 17 pixels may be a PNG of ${name}`, async () => {
      const drawing = { ...noise(22, 17, kind), interlaced, filter: (row: number) => row % 5 }

      const cape = await makeCape(png(drawing), yes)

      assertDrawn(cape.bytes, drawing)
      assert.deepEqual([cape.width, cape.height], [64, 32])
    })
  }
}

test('transparency by tRNS is kept for palette, grey and RGB pictures', async () => {
  const drawings: Drawing[] = [
    { ...noise(64, 64, { colour: 3, depth: 8 }), transparency: [0, 128, 255, 1] },
    { ...noise(64, 64, { colour: 3, depth: 1 }), transparency: [0] },
    { ...noise(64, 64, { colour: 3, depth: 2 }), transparency: [9, 8, 7, 6] },
    { ...noise(64, 64, { colour: 0, depth: 2 }), transparency: [0, 3] },
    { ...noise(64, 64, { colour: 0, depth: 8 }), transparency: [0, 77] },
    { ...clearFirst({ colour: 0, depth: 16 }) },
    { ...clearFirst({ colour: 2, depth: 8 }) },
    { ...clearFirst({ colour: 2, depth: 16 }), interlaced: true },
  ]

  for (const drawing of drawings) {
    const { skin } = await makeSkin(png(drawing), yes)

    assertDrawn(skin.bytes, drawing)
    const made = readPng(skin.bytes)
    const alphas = new Set<number | undefined>()
    for (let n = 0; n < 4096; n += 1) alphas.add(made.pixel(n % 64, n >> 6)[3])
    assert.ok(alphas.size > 1, 'something is transparent')
  }
})

/** Makes noise in which the color of the first pixel is the transparent one. */
function clearFirst(kind: Kind): Drawing {
  const drawing = noise(64, 64, kind)
  const transparency = drawing.sample(0, 0).flatMap((sample) => [sample >> 8, sample & 255])
  return { ...drawing, transparency }
}

test('sixteen-bit samples are rounded to eight bits, not truncated', async () => {
  const levels = [0, 127, 128, 129, 385, 386, 32_767, 32_768, 65_149, 65_150, 65_535]
  const drawing: Drawing = {
    width: 64,
    height: 64,
    colour: 0,
    depth: 16,
    sample: (x) => [levels[x] ?? 0],
  }

  const { skin } = await makeSkin(png(drawing), yes)

  const made = readPng(skin.bytes)
  assert.deepEqual(
    levels.map((_, x) => made.pixel(x, 0)[0]),
    [0, 0, 0, 1, 1, 2, 127, 128, 253, 254, 255],
  )
})

test('pictures with the same pixels are stored as the same file', async () => {
  const drawing = noise(64, 64, { colour: 6, depth: 8 })
  const file = png({ ...drawing, parts: 7, filter: (row) => row % 5 })
  const sameOtherwise = png({ ...drawing, interlaced: true })

  const made = await Promise.all([file, file, sameOtherwise].map((one) => makeSkin(one, yes)))

  const [first] = made
  assert.ok(first)
  assert.deepEqual(readPng(first.skin.bytes).types, ['IHDR', 'IDAT', 'IEND'])
  assert.deepEqual(readPng(first.skin.bytes).kind, [8, 6, 0, 0, 0])
  assert.equal(first.skin.hash, createHash('sha256').update(first.skin.bytes).digest('hex'))
  assert.match(first.skin.hash, /^[0-9a-f]{64}$/)
  assert.deepEqual(
    made.map(({ skin }) => skin.hash),
    Array(3).fill(first.skin.hash),
  )
})

test('a picture used as skin and as cape is stored under two hashes, at every size', async () => {
  for (const scale of [1, 2, 4, 8, 16]) {
    const file = png({ width: 64 * scale, height: 32 * scale })
    const clear = png({ width: 64 * scale, height: 32 * scale, sample: () => [0, 0, 0, 0] })
    for (const one of [file, clear]) {
      const { skin, standardSkin } = await makeSkin(one, yes)
      const cape = await makeCape(one, yes)

      assert.notEqual(skin.hash, cape.hash)
      assert.notEqual(standardSkin?.hash, cape.hash)
    }
  }
})
