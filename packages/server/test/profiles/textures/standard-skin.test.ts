import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCape, makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { yes } from './hostile-png.ts'
import { png, readPng } from './png.ts'

test('a smaller cape is placed in the upper left corner of a transparent standard cape', async () => {
  const forms = [
    [22, 17, 1],
    [46, 22, 1],
    [64, 32, 1],
    [44, 34, 2],
    [138, 66, 3],
    [352, 272, 16],
  ] as const

  for (const [width, height, scale] of forms) {
    const cape = await makeCape(png({ width, height }), yes)

    const made = readPng(cape.bytes)
    assert.deepEqual([made.width, made.height], [64 * scale, 32 * scale])
    assert.deepEqual(made.pixel(width - 1, height - 1), [40, 90, 160, 255])
    if (width < made.width) {
      assert.deepEqual(made.pixel(width, 0), [0, 0, 0, 0])
      assert.deepEqual(made.pixel(0, height), [0, 0, 0, 0])
    }
  }
})

test('an HD skin gets a 64-pixel version with the same proportions', async () => {
  const corner = (scale: number) => (x: number, y: number) =>
    x < scale && y < scale ? [250, 10, 30, 255] : x >= 32 * scale ? [0, 0, 0, 0] : [9, 8, 7, 255]

  for (const scale of [1, 2, 4, 8, 16]) {
    for (const rows of [64, 32]) {
      const file = png({ width: 64 * scale, height: rows * scale, sample: corner(scale) })
      const { skin, standardSkin } = await makeSkin(file, yes)

      assert.deepEqual([skin.width, skin.height], [64 * scale, rows * scale])
      if (scale === 1) {
        assert.equal(standardSkin, undefined)
        continue
      }
      assert.ok(standardSkin)
      const made = readPng(standardSkin.bytes)
      assert.deepEqual([standardSkin.kind, made.width, made.height], ['skin', 64, rows])
      assert.deepEqual(
        [made.pixel(0, 0), made.pixel(1, 0), made.pixel(31, 9), made.pixel(32, 0)],
        [
          [250, 10, 30, 255],
          [9, 8, 7, 255],
          [9, 8, 7, 255],
          [0, 0, 0, 0],
        ],
      )
    }
  }
})

test('a pixel of the 64-pixel version is the alpha-weighted mean of its source pixels', async () => {
  const sample = (x: number, y: number) =>
    y < 2 ? [x % 2 ? 200 : 100, 0, 0, 255] : x % 2 ? [255, 255, 255, 0] : [10, 20, 30, 255]

  const { standardSkin } = await makeSkin(png({ width: 128, height: 128, sample }), yes)

  const made = readPng(standardSkin?.bytes ?? Buffer.alloc(0))
  assert.deepEqual(
    [made.pixel(0, 0), made.pixel(0, 1)],
    [
      [150, 0, 0, 255],
      [10, 20, 30, 128],
    ],
  )
})
