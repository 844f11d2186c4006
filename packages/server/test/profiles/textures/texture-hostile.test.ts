import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib'
import { Refusal } from '../../../src/platform/errors.ts'
import { makeCape, makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { chunk, header, indexed, plain, skinOf, spoilt, withData, yes } from './hostile-png.ts'
import { type Chunk, chanceOf, chunksOf, fileOf, png, readPng } from './png.ts'

/* These tests give hostile files to the decoder directly, without HTTP. */

const MIB = 1024 * 1024
const SEED = Number(process.env.FUZZ_SEED ?? 20302)
const CODES = ['texture.notpng', 'texture.size', 'texture.hdnotallowed', 'texture.broken']

const no = async () => false

async function capeOf(file: Buffer, mayBeHd = yes): Promise<string> {
  return makeCape(file, mayBeHd).then(
    () => 'taken',
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  )
}

test('a skin of a size that is not allowed is refused', async () => {
  const sizes: [number, number, string][] = [
    [64, 63, 'texture.size'],
    [63, 64, 'texture.size'],
    [32, 32, 'texture.size'],
    [32, 64, 'texture.size'],
    [64, 128, 'texture.size'],
    [22, 17, 'texture.size'],
    [192, 192, 'texture.size'],
    [96, 96, 'texture.size'],
    [17 * 64, 17 * 64, 'texture.size'],
    [1024, 511, 'texture.size'],
    [1, 1, 'texture.size'],
  ]

  for (const [width, height, code] of sizes) {
    assert.equal(await skinOf(png({ width, height })), code, `${width}×${height}`)
  }
})

test('a cape of a size that is not allowed is refused', async () => {
  const sizes: [number, number, string][] = [
    [64, 64, 'texture.size'],
    [22, 22, 'texture.size'],
    [46, 17, 'texture.size'],
    [64, 17, 'texture.size'],
    [33, 25, 'texture.size'],
    [17 * 22, 17 * 17, 'texture.size'],
    [17 * 46, 17 * 22, 'texture.size'],
    [17 * 64, 17 * 32, 'texture.size'],
    [16 * 22, 16 * 17, 'taken'],
    [16 * 46, 16 * 22, 'taken'],
    [16 * 64, 16 * 32, 'taken'],
    [3 * 64, 3 * 32, 'taken'],
    [5 * 22, 5 * 17, 'taken'],
  ]

  for (const [width, height, code] of sizes) {
    assert.equal(await capeOf(png({ width, height })), code, `${width}×${height}`)
  }
})

test('an HD picture requires its permission, a picture of the standard size does not', async () => {
  const skins = [2, 4, 8, 16].flatMap((n) => [
    png({ width: 64 * n, height: 64 * n }),
    png({ width: 64 * n, height: 32 * n }),
  ])
  const capes = [2, 3, 16].flatMap((n) =>
    [
      [64, 32],
      [22, 17],
      [46, 22],
    ].map(([w = 0, h = 0]) => png({ width: w * n, height: h * n })),
  )

  const refused = await Promise.all([
    ...skins.map((file) => skinOf(file, no)),
    ...capes.map((file) => capeOf(file, no)),
  ])
  const plainOnes = await Promise.all([
    makeSkin(png({ width: 64, height: 64 }), no),
    makeSkin(png({ width: 64, height: 32 }), no),
    makeCape(png({ width: 64, height: 32 }), no),
    makeCape(png({ width: 22, height: 17 }), no),
    makeCape(png({ width: 46, height: 22 }), no),
  ])

  assert.deepEqual(refused, Array(skins.length + capes.length).fill('texture.hdnotallowed'))
  assert.equal(plainOnes.length, 5)
})

test('a header with an impossible size is refused without decoding', async () => {
  const sizes = [0, 1, 0x7fffffff, 0xffffffff, 50_000, 1 << 20]
  for (const width of sizes) {
    for (const height of sizes) {
      const data = Buffer.from(header.data)
      data.writeUInt32BE(width, 0)
      data.writeUInt32BE(height, 4)
      const file = fileOf([{ type: 'IHDR', data }, chunk('IDAT', deflateSync(Buffer.alloc(99)))])
      assert.equal(await skinOf(file), 'texture.size', `${width}×${height}`)
    }
  }
})

test('a decompression bomb is not inflated beyond the size in its header', async () => {
  const stored = zerosInflatedTo(300)
  const bombs = [
    withData(stored),
    spoilt(plain, ([one = header, ...rest]) => [one, chunk('zTXt', stored), ...rest]),
    spoilt(plain, ([one = header, ...rest]) => [one, chunk('iCCP', stored), ...rest]),
  ]
  assert.equal(inflateSync(zerosInflatedTo(3)).length, 3 * MIB)
  const before = process.resourceUsage().maxRSS

  const [bomb, inText, inProfile] = await Promise.all(bombs.map((file) => skinOf(file)))

  assert.equal(bomb, 'texture.broken')
  assert.deepEqual([inText, inProfile], Array(2).fill(await skinOf(png(plain))))
  const grownKib = process.resourceUsage().maxRSS - before
  assert.ok(grownKib < 100 * 1024, `the process grew by ${grownKib} KiB`)
})

test('only the pixels of an uploaded picture are kept', async () => {
  const clean = png(plain)
  const beside = (...chunks: Chunk[]) =>
    spoilt(plain, ([one = header, ...rest]) => [one, ...chunks, ...rest])
  const carriers: Record<string, Buffer> = {
    'bytes after its end': Buffer.concat([clean, Buffer.from('<script>alert(1)</script>')]),
    'an archive after its end': Buffer.concat([
      clean,
      Buffer.from('504b0304140000000800', 'hex'),
      Buffer.alloc(500, 7),
    ]),
    'a second picture after its end': Buffer.concat([clean, clean]),
    'text, a profile, a time': beside(
      chunk('tEXt', Buffer.from('Comment\0hello')),
      chunk('iCCP', 40),
      chunk('tIME', 7),
    ),
    'gamma and a background': beside(chunk('gAMA', 4), chunk('bKGD', 6)),
    'an unknown chunk that may be skipped': beside(chunk('abCd', 99)),
    'a suggested palette': beside(chunk('PLTE', 9)),
    'an animation': spoilt(plain, ([one = header, data = header, end = header]) => [
      one,
      chunk('acTL', 8),
      chunk('fcTL', 26),
      data,
      chunk('fcTL', 26),
      chunk('fdAT', Buffer.concat([Buffer.alloc(4), data.data])),
      end,
    ]),
    'data in many parts': png({ ...plain, parts: 40 }),
    'empty parts of data': spoilt(plain, ([one = header, data = header, end = header]) => [
      one,
      chunk('IDAT', 0),
      data,
      chunk('IDAT', 0),
      end,
    ]),
  }

  const name = await skinOf(clean)
  for (const [what, file] of Object.entries(carriers)) assert.equal(await skinOf(file), name, what)
  const { skin } = await makeSkin(carriers['text, a profile, a time'] ?? clean, yes)
  assert.deepEqual(readPng(skin.bytes).types, ['IHDR', 'IDAT', 'IEND'])
  assert.equal(Buffer.from(skin.bytes).includes('hello'), false)
})

test('a file may have at most one mebibyte, whatever it contains', async () => {
  const room = MIB - png(plain).length - 12
  const largest = spoilt(plain, ([one = header, ...rest]) => [one, chunk('tEXt', room), ...rest])
  const larger = Buffer.concat([largest, Buffer.from([0])])

  assert.equal(largest.length, MIB)
  assert.equal(await skinOf(largest), await skinOf(png(plain)))
  assert.deepEqual(await Promise.all([larger, Buffer.alloc(MIB + 1)].map((file) => skinOf(file))), [
    'texture.toolarge',
    'texture.toolarge',
  ])
  assert.equal(await capeOf(larger), 'texture.toolarge')
})

test('each of five thousand damaged pictures is either accepted or refused with a known code', async () => {
  const chance = chanceOf(SEED)
  const originals = [
    plain,
    indexed,
    { ...indexed, depth: 1 as const, interlaced: true },
    { ...plain, interlaced: true, filter: (row: number) => row % 5 },
    { ...plain, colour: 4 as const, depth: 16 as const, sample: () => [300, 65_535], parts: 4 },
  ].map(chunksOf)
  const outcomes = new Map<string, number>()

  for (let count = 0; count < 5000; count += 1) {
    const file = spoil(chance, [...(originals[count % originals.length] ?? [])])
    const outcome = await skinOf(file, no).catch((error) =>
      assert.fail(`seed ${SEED}, picture ${count}: ${error.stack}`),
    )
    const word = CODES.includes(outcome) ? outcome : 'taken'
    outcomes.set(word, (outcomes.get(word) ?? 0) + 1)
  }

  assert.deepEqual([...outcomes.keys()].sort(), [...CODES, 'taken'].sort())
})

/** Deflates this many MiB of zeros as fast as a single one, by repeating the same compressed block (RFC 1950). */
function zerosInflatedTo(count: number): Buffer {
  const flush = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  const blocks = deflateRawSync(Buffer.alloc(MIB), flush)
  const ends = Buffer.from([0x78, 0xda, 3, 0, 0, 0, 0, 1])
  ends.writeUInt16BE((count * MIB) % 65_521, 4)
  return Buffer.concat([ends.subarray(0, 2), ...Array(count).fill(blocks), ends.subarray(2)])
}

/** Makes a PNG with one to four random faults. */
function spoil(chance: () => number, chunks: Chunk[]): Buffer {
  const below = (end: number) => Math.floor(chance() * end)
  let file: Buffer | undefined
  for (let turn = 1 + below(4); turn > 0; turn -= 1) {
    const n = below(chunks.length)
    const data = Buffer.from(chunks[n]?.data ?? [])
    const dice = below(8)
    if (dice === 0) chunks.splice(n, 1)
    else if (dice === 1) chunks.splice(below(chunks.length), 0, chunks[n] ?? header)
    else if (dice === 2 && data.length > 0) {
      data[below(data.length)] = below(256)
      chunks[n] = { type: chunks[n]?.type ?? 'IDAT', data }
    } else if (dice === 3) {
      chunks[n] = { type: chunks[n]?.type ?? 'IDAT', data: data.subarray(0, below(data.length)) }
    } else if (dice === 4 && chunks[0]?.data.length === 13) {
      const head = Buffer.from(chunks[0].data)
      head.writeUInt32BE([0, 32, 64, 128, 0xffffffff][below(5)] ?? 64, below(2) * 4)
      chunks[0] = { type: 'IHDR', data: head }
    } else if (dice === 5) {
      file = fileOf(chunks)
      file[below(file.length)] = below(256)
    } else if (dice === 6) {
      file = fileOf(chunks)
      file = file.subarray(0, below(file.length))
    } else chunks[n] = { type: chunks[n]?.type ?? 'IDAT', data, checksum: below(2 ** 32) }
  }
  return file ?? fileOf(chunks)
}
