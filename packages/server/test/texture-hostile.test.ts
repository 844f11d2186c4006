import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { Refusal } from '../src/errors.ts'
import { makeCape, makeSkin } from '../src/texture/make-texture.ts'
import { type Chunk, chanceOf, chunksOf, type Drawing, fileOf, png, readPng } from './png.ts'

/** Files that are no honest picture, given to the pipeline without the door. */

const MIB = 1024 * 1024
const SEED = Number(process.env.FUZZ_SEED ?? 20302)
const CODES = ['texture.notpng', 'texture.size', 'texture.hdnotallowed', 'texture.broken']

const yes = async () => true
const no = async () => false

/** What becomes of a file: the name of the skin, or the code of the refusal. Nothing else may happen. */
async function skinOf(file: Buffer, mayBeHd = yes): Promise<string> {
  try {
    return (await makeSkin(file, mayBeHd)).skin.hash
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function capeOf(file: Buffer, mayBeHd = yes): Promise<string> {
  return makeCape(file, mayBeHd).then(
    () => 'taken',
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  )
}

const plain: Drawing = { width: 64, height: 64, sample: (x, y) => [x * 3, y * 3, 99, 255] }
const indexed: Drawing = {
  width: 64,
  height: 64,
  colour: 3,
  depth: 8,
  palette: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  transparency: [0, 255],
  sample: (x) => [x % 2],
}

/** A picture with some of its chunks changed. */
function spoilt(drawing: Drawing, change: (chunks: Chunk[]) => Chunk[]): Buffer {
  return fileOf(change(chunksOf(drawing)))
}

function spoiltHeader(at: number, value: number): Buffer {
  return spoilt(plain, ([header, ...rest]) => {
    const data = Buffer.from(header?.data ?? [])
    data[at] = value
    return [{ type: 'IHDR', data }, ...rest]
  })
}

const [header = { type: '', data: Buffer.alloc(0) }] = chunksOf(plain)

function withData(data: Buffer): Buffer {
  return fileOf([header, { type: 'IDAT', data }, { type: 'IEND', data: Buffer.alloc(0) }])
}

function chunk(type: string, data: Buffer | number = 4): Chunk {
  return { type, data: typeof data === 'number' ? Buffer.alloc(data) : data }
}

const ROWS = 64 * (64 * 4 + 1)

test('what has no signature of a PNG is none', async () => {
  const files = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
    Buffer.from('ffd8ffe000104a464946', 'hex'),
    png(plain).subarray(0, 7),
    Buffer.concat([Buffer.from([0]), png(plain)]),
    Buffer.from(png(plain).toString('latin1').replace('\r\n', '\n'), 'latin1'),
  ]

  const codes = await Promise.all(files.map((file) => skinOf(file)))

  assert.deepEqual(codes, Array(files.length).fill('texture.notpng'))
})

test('a picture that is cut off anywhere is broken', async () => {
  for (const drawing of [plain, indexed]) {
    const file = png({ ...drawing, parts: 3 })
    for (let length = 8; length < file.length; length += 1) {
      const code = await skinOf(file.subarray(0, length))
      assert.equal(code, 'texture.broken', `cut to ${length} of ${file.length} bytes`)
    }
  }
})

test('a wrong checksum of any chunk breaks a picture', async () => {
  const chunks = chunksOf(indexed)
  const files = chunks.map((_, spoiltOne) =>
    fileOf(chunks.map((one, n) => (n === spoiltOne ? { ...one, checksum: 1 } : one))),
  )
  const inText = fileOf([header, { ...chunk('tEXt'), checksum: 1 }, ...chunksOf(plain).slice(1)])

  const codes = await Promise.all([...files, inText].map((file) => skinOf(file)))

  assert.deepEqual(codes, Array(chunks.length + 1).fill('texture.broken'))
})

const broken: Record<string, Buffer> = {
  'an unknown colour type': spoiltHeader(9, 5),
  'a depth of three': spoiltHeader(8, 3),
  'RGBA of four bits': spoiltHeader(8, 4),
  'another compression': spoiltHeader(10, 1),
  'another filter method': spoiltHeader(11, 1),
  'another interlace method': spoiltHeader(12, 2),
  'a header of another length': spoilt(plain, ([, ...rest]) => [chunk('IHDR', 14), ...rest]),
  'another chunk first': spoilt(plain, (chunks) => [chunk('tEXt', 13), ...chunks]),
  'two headers': spoilt(plain, (chunks) => [header, ...chunks]),
  'no data': spoilt(plain, ([one, , end]) => [one, end].filter((part) => part !== undefined)),
  'an unknown critical chunk': spoilt(plain, ([one, ...rest]) => [
    one ?? header,
    chunk('ABCD'),
    ...rest,
  ]),
  'a chunk without a name': spoilt(plain, ([one, ...rest]) => [
    one ?? header,
    chunk('a1!\n'),
    ...rest,
  ]),
  'data in two places': spoilt({ ...plain, parts: 2 }, ([one = header, a = header, ...rest]) => [
    one,
    a,
    chunk('tEXt'),
    ...rest,
  ]),
  'an end with contents': spoilt(plain, (chunks) => [...chunks.slice(0, -1), chunk('IEND', 1)]),
  'no palette': png({ ...indexed, palette: [], transparency: [] }),
  'no palette at all': spoilt(indexed, (chunks) => chunks.filter(({ type }) => type !== 'PLTE')),
  'a palette of four bytes': png({ ...indexed, palette: [[1, 2, 3, 4]], transparency: [] }),
  'a palette of 257 colours': png({ ...indexed, palette: Array(257).fill([1, 2, 3]) }),
  'two palettes': spoilt(indexed, ([one = header, colours = header, ...rest]) => [
    one,
    colours,
    colours,
    ...rest,
  ]),
  'a palette after the data': spoilt(
    indexed,
    ([one = header, colours = header, , data = header]) => [one, data, colours, chunk('IEND', 0)],
  ),
  'a colour that is in no palette': png({ ...indexed, sample: () => [2] }),
  'more transparency than colours': png({ ...indexed, transparency: [1, 2, 3] }),
  'transparency of an odd length': png({
    ...plain,
    colour: 2,
    sample: () => [1, 2, 3],
    transparency: [1],
  }),
  'two transparencies': spoilt(
    indexed,
    ([one = header, colours = header, clear = header, ...rest]) => [
      one,
      colours,
      clear,
      clear,
      ...rest,
    ],
  ),
  'a sixth filter': png({ ...plain, filter: () => 5 }),
  'data that is no zlib stream': withData(Buffer.from('not a stream')),
  'data one byte short': withData(deflateSync(Buffer.alloc(ROWS - 1))),
  'data one byte long': withData(deflateSync(Buffer.alloc(ROWS + 1))),
  'data with a wrong sum': withData(
    Buffer.concat([deflateSync(Buffer.alloc(ROWS)).subarray(0, -1), Buffer.from([0xaa])]),
  ),
  'a gzip stream': withData(Buffer.from('1f8b08000000000000030300000000000000000', 'hex')),
  'an interlaced picture stored as a plain one': spoiltHeader(12, 1),
}

for (const [name, file] of Object.entries(broken)) {
  test(`a picture with ${name} is broken`, async () => {
    assert.equal(await skinOf(file), 'texture.broken')
  })
}

test('only the sizes of skins are skins', async () => {
  const sizes: [number, number, string][] = [
    [64, 63, 'texture.size'],
    [63, 64, 'texture.size'],
    [32, 32, 'texture.size'],
    [32, 64, 'texture.size'],
    [64, 128, 'texture.size'],
    [22, 17, 'texture.size'],
    [192, 192, 'texture.size'],
    [96, 96, 'texture.size'],
    [2048, 2048, 'texture.size'],
    [1024, 511, 'texture.size'],
    [1, 1, 'texture.size'],
  ]

  for (const [width, height, code] of sizes) {
    assert.equal(await skinOf(png({ width, height })), code, `${width}×${height}`)
  }
})

test('only the sizes of capes are capes', async () => {
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

test('a larger picture needs the permission, the size of the game does not', async () => {
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

test('a header with an impossible size is refused by its size alone', async () => {
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

test('a bomb is not inflated beyond what its header promises', async () => {
  const stored = deflateSync(Buffer.alloc(300 * MIB), { level: 9 })
  const bombs = [
    withData(stored),
    spoilt(plain, ([one = header, ...rest]) => [one, chunk('zTXt', stored), ...rest]),
    spoilt(plain, ([one = header, ...rest]) => [one, chunk('iCCP', stored), ...rest]),
  ]
  const before = process.resourceUsage().maxRSS

  const [bomb, inText, inProfile] = await Promise.all(bombs.map((file) => skinOf(file)))

  assert.equal(bomb, 'texture.broken')
  assert.deepEqual([inText, inProfile], Array(2).fill(await skinOf(png(plain))))
  const grownKib = process.resourceUsage().maxRSS - before
  assert.ok(grownKib < 100 * 1024, `the process grew by ${grownKib} KiB`)
})

test('whatever a file carries beside its pixels is dropped', async () => {
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

test('a file may have one mebibyte and not a byte more, whatever is in it', async () => {
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

test('five thousand spoilt pictures are each taken or refused, and nothing else happens', async () => {
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

/** A picture with one to four of the things wrong that go wrong with files. */
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
