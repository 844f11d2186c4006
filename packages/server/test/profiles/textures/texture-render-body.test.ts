import assert from 'node:assert/strict'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { bare, CLEAR, own, type Paint, rendered, steveIn } from './painted-skin.ts'
import { png } from './png.ts'
import { putSkin } from './texture-requests.ts'

/** The expected pixels of a body of 16 by 32: for two corners of each part, their place on the body and on the skin. */
const BODY: Record<string, [at: number[], from: number[]][]> = {
  head: [
    [
      [4, 0],
      [8, 8],
    ],
    [
      [11, 7],
      [15, 15],
    ],
  ],
  trunk: [
    [
      [4, 8],
      [20, 20],
    ],
    [
      [11, 19],
      [27, 31],
    ],
  ],
  'right arm': [
    [
      [0, 8],
      [44, 20],
    ],
    [
      [3, 19],
      [47, 31],
    ],
  ],
  'left arm': [
    [
      [12, 8],
      [36, 52],
    ],
    [
      [15, 19],
      [39, 63],
    ],
  ],
  'right leg': [
    [
      [4, 20],
      [4, 20],
    ],
    [
      [7, 31],
      [7, 31],
    ],
  ],
  'left leg': [
    [
      [8, 20],
      [20, 52],
    ],
    [
      [11, 31],
      [23, 63],
    ],
  ],
}

sqliteTest('a body render has every part in its place', async (site) => {
  await steveIn(site, bare)

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  for (const [part, corners] of Object.entries(BODY)) {
    for (const [[x = 0, y = 0], [fromX = 0, fromY = 0]] of corners) {
      assert.deepEqual(pixel(x, y), own(fromX, fromY), part)
    }
  }
  assert.deepEqual([pixel(0, 0), pixel(3, 20), pixel(12, 31)], [CLEAR, CLEAR, CLEAR])
})

sqliteTest('slim arms are three pixels wide', async (site) => {
  await steveIn(site, bare, { slim: 'true' })

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  assert.deepEqual(
    [0, 1, 3, 12, 14, 15].map((x) => pixel(x, 8)),
    [CLEAR, own(44, 20), own(46, 20), own(36, 52), own(38, 52), CLEAR],
  )
})

sqliteTest('the outer layer covers the body part by part', async (site) => {
  await steveIn(site, (x, y) => (bare(x, y) === CLEAR ? [y, x, 9, 255] : own(x, y)))
  const outer = (x: number, y: number) => [y, x, 9, 255]

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  assert.deepEqual(
    [pixel(4, 0), pixel(4, 8), pixel(0, 8), pixel(12, 8), pixel(4, 20), pixel(8, 20)],
    [outer(40, 8), outer(20, 36), outer(44, 36), outer(52, 52), outer(4, 36), outer(4, 52)],
  )
})

sqliteTest('the one arm and leg of a legacy skin are mirrored on the left', async (site) => {
  await steveIn(site, (x, y) => (x >= 32 && y < 16 ? CLEAR : own(x, y)), { height: 32 })

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  assert.deepEqual(
    [pixel(0, 8), pixel(15, 8), pixel(12, 19)],
    [own(44, 20), own(44, 20), own(47, 31)],
  )
  assert.deepEqual(
    [pixel(4, 20), pixel(11, 20), pixel(8, 31)],
    [own(4, 20), own(4, 20), own(7, 31)],
  )
})

sqliteTest('the hat of a legacy skin is drawn only if it has a transparent pixel', async (site) => {
  const steve = await steveIn(site, own, { height: 32 })
  const solid = await rendered(site, 'avatar/Steve?size=16')
  const sample: Paint = (x, y) => (x === 63 && y === 0 ? CLEAR : own(x, y))
  await putSkin(steve, png({ width: 64, height: 32, sample }))
  const holed = await rendered(site, 'avatar/Steve?size=16')
  const head = await rendered(site, 'head/Steve?size=16')

  assert.deepEqual([solid.pixel(0, 0), holed.pixel(0, 0)], [own(8, 8), own(40, 8)])
  assert.deepEqual(head.pixel(8, 0), own(40, 0))
})

sqliteTest('transparent pixels of the body are drawn opaque', async (site) => {
  await steveIn(site, (x, y) => [
    ...own(x, y).slice(0, 3),
    x < 32 && y < 16 ? 0 : (bare(x, y)[3] ?? 0),
  ])

  const avatar = await rendered(site, 'avatar/Steve?size=16')

  assert.deepEqual(avatar.pixel(0, 0), own(8, 8))
})

sqliteTest('a head render is a cube that shows the hair, the face and one side', async (site) => {
  await steveIn(site, bare)

  const { pixel, width } = await rendered(site, 'head/Steve?size=512')

  const middle = width / 2
  const edge = (512 / 2) * (8 / 9)
  const [across, down] = [(edge * Math.sqrt(3)) / 2 / 8, edge / 8]
  const light = (colour: number[], part: number) => [
    ...colour.slice(0, 3).map((value) => Math.round(value * part)),
    255,
  ]
  // The center of one texel of each face, counted from the corner where all three faces meet.
  assert.deepEqual(pixel(middle, Math.floor(middle - 0.5 * down)), own(15, 7))
  assert.deepEqual(pixel(Math.floor(middle - 0.5 * across), middle), light(own(15, 8), 0.9))
  assert.deepEqual(pixel(Math.floor(middle + 0.5 * across), middle), light(own(16, 8), 0.7))
  assert.deepEqual(
    pixel(Math.floor(middle - 7.5 * across), Math.floor(middle + (7.5 - 3.75) * down)),
    light(own(8, 15), 0.9),
  )
  assert.deepEqual(
    pixel(Math.floor(middle + 7.5 * across), Math.floor(middle + (7.5 - 3.75) * down)),
    light(own(23, 15), 0.7),
  )
  assert.deepEqual([pixel(0, 0), pixel(511, 511), pixel(2, middle)], [CLEAR, CLEAR, CLEAR])
})

sqliteTest(
  'an HD skin is rendered from its own pixels, not from its 64-pixel version',
  async (site) => {
    const sample: Paint = (x, y) => (x >= 256 && y < 128 ? CLEAR : [x % 256, y % 256, 3, 255])
    await steveIn(site, sample, { width: 512, height: 512 })

    const { pixel } = await rendered(site, 'avatar/Steve?size=64')

    assert.deepEqual(
      [pixel(0, 0), pixel(1, 0), pixel(63, 63)],
      [
        [64, 64, 3, 255],
        [65, 64, 3, 255],
        [127, 127, 3, 255],
      ],
    )
  },
)
