import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePicture } from '../../../src/content/pictures/parse-picture.ts'
import { Refusal } from '../../../src/platform/errors.ts'
import { chanceOf } from '../../profiles/textures/png.ts'
import { jpegFile, lossyWebp, PLACE, pngFile, riff, webpFile } from './picture-files.ts'

const EXIF_AND_XMP = 0b1100
const ICC = 0b100000

function verdict(file: Buffer): string {
  try {
    const { kind, width, height } = parsePicture(file)
    return `${kind} ${width}×${height}`
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test('type and size of a picture are read from its bytes', () => {
  const files = [
    pngFile(1, { width: 4096, height: 1 }),
    jpegFile({ width: 1600, height: 900 }),
    webpFile({ width: 512, height: 300 }),
    webpFile({ width: 512, height: 300, flags: ICC }),
    lossyWebp(640, 480),
  ]

  assert.deepEqual(files.map(verdict), [
    'png 4096×1',
    'jpg 1600×900',
    'webp 512×300',
    'webp 512×300',
    'webp 640×480',
  ])
})

test('a file that is not a still PNG, JPEG or WebP is refused', () => {
  const files = {
    gif: Buffer.from('GIF89a\x08\0\x06\0\0\0\0;', 'latin1'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><title>x</title>'),
    avif: Buffer.from('\0\0\0\x1cftypavif', 'latin1'),
    nothing: Buffer.alloc(0),
    animation: webpFile({ flags: 0b10 }, [{ name: 'ANIM', data: '\0\0\0\0\0\0' }]),
  }

  for (const [name, file] of Object.entries(files))
    assert.equal(verdict(file), 'picture.kind', name)
})

test('a picture may have at most 4096 pixels per side and two megabytes', () => {
  const padded = (bytes: number) =>
    Buffer.concat([pngFile(), Buffer.alloc(bytes - pngFile().length)])

  assert.deepEqual(
    [
      verdict(pngFile(1, { width: 4097, height: 1 })),
      verdict(jpegFile({ width: 8, height: 4097 })),
      verdict(webpFile({ width: 4097, height: 8 })),
      verdict(jpegFile({ width: 0, height: 8 })),
      verdict(padded(2_000_000)),
      verdict(padded(2_000_001)),
    ],
    [
      'picture.size',
      'picture.size',
      'picture.size',
      'picture.broken',
      'png 8×6',
      'picture.toolarge',
    ],
  )
})

test('location and camera are removed from an uploaded photograph', () => {
  const taken = `Exif\0\0${PLACE}`
  const files = [
    pngFile(1, {
      extra: [
        { type: 'eXIf', data: Buffer.from(PLACE) },
        { type: 'tEXt', data: Buffer.from(`Comment\0${PLACE}`) },
        { type: 'iTXt', data: Buffer.from(PLACE) },
      ],
    }),
    jpegFile({}, [
      { marker: 0xe1, data: taken },
      { marker: 0xe2, data: `MPF\0${PLACE}` },
      { marker: 0xed, data: PLACE },
      { marker: 0xfe, data: PLACE },
    ]),
    webpFile({ flags: EXIF_AND_XMP | ICC }, [
      { name: 'EXIF', data: taken },
      { name: 'XMP ', data: PLACE },
      { name: 'note', data: PLACE },
    ]),
  ].map((file) => Buffer.concat([file, Buffer.from(PLACE)]))

  const kept = files.map((file) => Buffer.from(parsePicture(file).bytes))

  for (const file of files) assert.ok(file.includes(PLACE))
  for (const bytes of kept) assert.equal(bytes.includes(PLACE), false)
  assert.deepEqual(kept, [pngFile(), jpegFile(), webpFile({ flags: ICC })])
})

test('the color profile of a picture is kept', () => {
  const profile = [{ marker: 0xe2, data: 'ICC_PROFILE\0\x01\x01profile' }]
  const files = [
    pngFile(1, { extra: [{ type: 'gAMA', data: Buffer.from([0, 0, 0xb1, 0x8f]) }] }),
    jpegFile({}, [...profile, { marker: 0xee, data: 'Adobe\0d\0\0\0\0\0' }]),
    webpFile({ flags: ICC }, [{ name: 'ICCP', data: 'profile.' }]),
  ]

  assert.deepEqual(
    files.map((file) => Buffer.from(parsePicture(file).bytes)),
    files,
  )
})

test('a picture truncated at any byte is refused', () => {
  for (const file of [pngFile(), jpegFile(), webpFile({ flags: 0 })]) {
    const cuts = Array.from({ length: file.length - 12 }, (_, n) => file.subarray(0, n + 12))

    assert.deepEqual([...new Set(cuts.map(verdict))], ['picture.broken'])
  }
})

test('a WebP canvas larger than its picture is refused', () => {
  const canvas = Buffer.alloc(10)
  canvas.writeUIntLE(4000, 4, 3)
  canvas.writeUIntLE(5, 7, 3)
  const [small] = [webpFile()]
  const lossless = small.subarray(20, 29)

  const files = [
    riff([
      { name: 'VP8X', data: canvas },
      { name: 'VP8L', data: lossless },
    ]),
    riff([
      { name: 'VP8L', data: lossless },
      { name: 'VP8L', data: lossless },
    ]),
    riff([{ name: 'ICCP', data: lossless }]),
  ]

  assert.deepEqual(files.map(verdict), Array(3).fill('picture.broken'))
})

test('each of 3,000 corrupted pictures is accepted or refused without another error', () => {
  const chance = chanceOf(7)
  const sound = [pngFile(), jpegFile({}, [{ marker: 0xe1, data: PLACE }]), webpFile({ flags: ICC })]
  const verdicts = new Set<string>()

  for (let round = 0; round < 3000; round += 1) {
    const file = Buffer.from(sound[round % sound.length] ?? [])
    for (let n = 0; n <= round % 4; n += 1) {
      file[Math.floor(chance() * file.length)] = Math.floor(chance() * 256)
    }
    verdicts.add(verdict(file).replace(/ .*/, ''))
  }

  for (const one of ['png', 'jpg', 'webp', 'picture.broken', 'picture.kind', 'picture.size']) {
    assert.ok(verdicts.has(one), one)
  }
})
