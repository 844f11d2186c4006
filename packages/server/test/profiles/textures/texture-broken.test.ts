import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { chunk, header, indexed, plain, skinOf, spoilt, withData } from './hostile-png.ts'
import { chunksOf, fileOf, png } from './png.ts'

function spoiltHeader(at: number, value: number): Buffer {
  return spoilt(plain, ([header, ...rest]) => {
    const data = Buffer.from(header?.data ?? [])
    data[at] = value
    return [{ type: 'IHDR', data }, ...rest]
  })
}

const ROWS = 64 * (64 * 4 + 1)

test('a file without the PNG signature is refused as not a PNG', async () => {
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

test('a PNG that is cut off at any byte is refused as broken', async () => {
  for (const drawing of [plain, indexed]) {
    const file = png({ ...drawing, parts: 3 })
    for (let length = 8; length < file.length; length += 1) {
      const code = await skinOf(file.subarray(0, length))
      assert.equal(code, 'texture.broken', `cut to ${length} of ${file.length} bytes`)
    }
  }
})

test('a PNG with a wrong checksum in any chunk is refused as broken', async () => {
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
  'data that is not a zlib stream': withData(Buffer.from('not a stream')),
  'data one byte short': withData(deflateSync(Buffer.alloc(ROWS - 1))),
  'data one byte long': withData(deflateSync(Buffer.alloc(ROWS + 1))),
  'data with a wrong sum': withData(
    Buffer.concat([deflateSync(Buffer.alloc(ROWS)).subarray(0, -1), Buffer.from([0xaa])]),
  ),
  'a gzip stream': withData(Buffer.from('1f8b08000000000000030300000000000000000', 'hex')),
  'an interlaced picture stored as a plain one': spoiltHeader(12, 1),
}

for (const [name, file] of Object.entries(broken)) {
  test(`a PNG with ${name} is refused as broken`, async () => {
    assert.equal(await skinOf(file), 'texture.broken')
  })
}
