import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSkins } from '../src/texture/default-skin.ts'
import { encodePng } from '../src/texture/encode-png.ts'
import { makeSkin } from '../src/texture/make-texture.ts'
import { drawRender, findLook } from '../src/texture/render-player.ts'
import { tally } from './browser.ts'
import { type Drawing, png, readPng } from './png.ts'
import { type Site, siteTest } from './site.ts'
import { sqliteTest } from './sqlite-test.ts'
import { giveNode, putSkin } from './wardrobe.ts'

type Paint = (x: number, y: number) => number[]

const CLEAR = [0, 0, 0, 0]
const HAT = [200, 30, 40, 255]
const SIZES = [16, 32, 64, 128, 256, 512]

/** Every pixel of this skin has a colour of its own; the outer layers are transparent. */
const own: Paint = (x, y) => [x * 4, y * 4, 100, 255]

const OUTER = [
  [32, 0, 32, 16],
  [16, 32, 24, 16],
  [40, 32, 16, 16],
  [0, 32, 16, 16],
  [0, 48, 16, 16],
  [48, 48, 16, 16],
] as const

const bare: Paint = (x, y) =>
  OUTER.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h)
    ? CLEAR
    : own(x, y)

/** Steve in this skin; `pixel` reads one of his renders, in units of a pixel of his skin. */
async function steveIn(site: Site, paint: Paint, more: Partial<Drawing> & { slim?: string } = {}) {
  const { slim = 'false', ...drawing } = more
  const steve = await site.player('Steve')
  await giveNode(site, steve.id, 'player.skin.hd')
  const put = await putSkin(steve, png({ width: 64, height: 64, sample: paint, ...drawing }), {
    slim,
  })
  if (put.status !== 200) throw new Error(`upload: ${put.text}`)
  return steve
}

async function rendered(site: Site, path: string) {
  const reply = await site.browser().get(`/render/${path}`)
  return { ...reply, ...readPng(reply.bytes) }
}

siteTest('a render is as wide as asked, 128 by itself, and a body twice as high', async (site) => {
  await steveIn(site, bare)

  for (const view of ['avatar', 'head', 'body']) {
    const sizes: number[][] = []
    for (const query of ['', ...SIZES.map((size) => `?size=${size}`)]) {
      const { width, height } = await rendered(site, `${view}/Steve${query}`)
      sizes.push([width, height])
    }
    const high = view === 'body' ? 2 : 1
    assert.deepEqual(
      sizes,
      [128, ...SIZES].map((size) => [size, size * high]),
    )
  }
})

siteTest('an avatar is the face, pixel by pixel', async (site) => {
  await steveIn(site, bare)

  for (const size of SIZES) {
    const { pixel } = await rendered(site, `avatar/Steve?size=${size}`)
    const scale = size / 8
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 8; x += 1) {
        const corners = [
          pixel(x * scale, y * scale),
          pixel((x + 1) * scale - 1, (y + 1) * scale - 1),
        ]
        assert.deepEqual(corners, [own(8 + x, 8 + y), own(8 + x, 8 + y)], `${x},${y} of ${size}`)
      }
    }
  }
})

siteTest(
  'the hat lies over the face, and what of it is half transparent mixes with it',
  async (site) => {
    const paint: Paint = (x, y) => {
      if (y !== 8 || x < 40 || x > 42) return bare(x, y)
      return [HAT, [0, 0, 0, 128], CLEAR][x - 40] ?? CLEAR
    }
    await steveIn(site, paint)

    const { pixel } = await rendered(site, 'avatar/Steve?size=16')

    const under = own(9, 8)
    assert.deepEqual(pixel(0, 0), HAT)
    assert.deepEqual(pixel(2, 0), [
      ...under.slice(0, 3).map((part) => Math.round((part * 127) / 255)),
      255,
    ])
    assert.deepEqual(pixel(4, 0), own(10, 8))
  },
)

/** Which pixel of the skin is seen where on a body of 16 by 32: two corners of each piece. */
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

siteTest('a body has every part in its place', async (site) => {
  await steveIn(site, bare)

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  for (const [part, corners] of Object.entries(BODY)) {
    for (const [[x = 0, y = 0], [fromX = 0, fromY = 0]] of corners) {
      assert.deepEqual(pixel(x, y), own(fromX, fromY), part)
    }
  }
  assert.deepEqual([pixel(0, 0), pixel(3, 20), pixel(12, 31)], [CLEAR, CLEAR, CLEAR])
})

siteTest('slim arms are three pixels wide', async (site) => {
  await steveIn(site, bare, { slim: 'true' })

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  assert.deepEqual(
    [0, 1, 3, 12, 14, 15].map((x) => pixel(x, 8)),
    [CLEAR, own(44, 20), own(46, 20), own(36, 52), own(38, 52), CLEAR],
  )
})

siteTest('the outer layer covers the body, part by part', async (site) => {
  await steveIn(site, (x, y) => (bare(x, y) === CLEAR ? [y, x, 9, 255] : own(x, y)))
  const outer = (x: number, y: number) => [y, x, 9, 255]

  const { pixel } = await rendered(site, 'body/Steve?size=16')

  assert.deepEqual(
    [pixel(4, 0), pixel(4, 8), pixel(0, 8), pixel(12, 8), pixel(4, 20), pixel(8, 20)],
    [outer(40, 8), outer(20, 36), outer(44, 36), outer(52, 52), outer(4, 36), outer(4, 52)],
  )
})

siteTest('a skin of the old form has one arm and one leg, mirrored on the left', async (site) => {
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

siteTest('a solid hat of the old form is none; with a hole in it, it is one', async (site) => {
  const steve = await steveIn(site, own, { height: 32 })
  const solid = await rendered(site, 'avatar/Steve?size=16')
  const sample: Paint = (x, y) => (x === 63 && y === 0 ? CLEAR : own(x, y))
  await putSkin(steve, png({ width: 64, height: 32, sample }))
  const holed = await rendered(site, 'avatar/Steve?size=16')
  const head = await rendered(site, 'head/Steve?size=16')

  assert.deepEqual([solid.pixel(0, 0), holed.pixel(0, 0)], [own(8, 8), own(40, 8)])
  assert.deepEqual(head.pixel(8, 0), own(40, 0))
})

siteTest('a body without holes: what the game paints solid is solid', async (site) => {
  await steveIn(site, (x, y) => [
    ...own(x, y).slice(0, 3),
    x < 32 && y < 16 ? 0 : (bare(x, y)[3] ?? 0),
  ])

  const avatar = await rendered(site, 'avatar/Steve?size=16')

  assert.deepEqual(avatar.pixel(0, 0), own(8, 8))
})

siteTest(
  'a head is a cube: hair above, the face on the left, his left side on the right',
  async (site) => {
    await steveIn(site, bare)

    const { pixel, width } = await rendered(site, 'head/Steve?size=512')

    const middle = width / 2
    const edge = (512 / 2) * (8 / 9)
    const [across, down] = [(edge * Math.sqrt(3)) / 2 / 8, edge / 8]
    const light = (colour: number[], part: number) => [
      ...colour.slice(0, 3).map((value) => Math.round(value * part)),
      255,
    ]
    // The middle of a texel of each face, counted from the corner where all three meet.
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
  },
)

siteTest('an HD skin is drawn in its own pixels, not in those of its twin', async (site) => {
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
})

siteTest('who has no skin is drawn as one of two figures, and the answer says so', async (site) => {
  await site.player('Steve')
  const classic = '00000000-0000-0000-0000-000000000000'
  const slim = '00000000-0000-0000-0000-000000000001'
  const bodies = Object.fromEntries(
    await Promise.all(
      [classic, slim].map(async (id) => [id, (await rendered(site, `body/${id}?size=16`)).bytes]),
    ),
  )

  const own = await rendered(site, 'body/Steve?size=16')
  const notch = await rendered(site, 'body/Notch?size=16') // b50ad385-829d-3141-a216-7e7d7539ba7f
  const jeb = await rendered(site, 'body/jeb_?size=16') // a762f560-4fce-3236-812a-b80efff0b62b
  const junk = await rendered(site, 'body/%00?size=16')

  assert.notDeepEqual(bodies[classic], bodies[slim])
  assert.deepEqual(notch.bytes, bodies[classic])
  assert.deepEqual(jeb.bytes, bodies[slim])
  for (const { headers } of [own, notch, jeb, junk]) assert.equal(headers['x-default'], '1')
  const alpha = (bytes: Buffer) => readPng(bytes).pixel(0, 8)[3]
  assert.deepEqual([alpha(bodies[classic]), alpha(bodies[slim])], [255, 0])
})

siteTest('a player without a skin is the same figure by his name and by his uuid', async (site) => {
  const players: { username: string; id: string }[] = []
  for (let n = 0; n < 5; n += 1) players.push(await site.player(`Player_${n}`))

  const bodies = await Promise.all(
    players.map(async ({ username, id }) => [
      (await rendered(site, `body/${username}?size=16`)).bytes,
      (await rendered(site, `body/${id}?size=16`)).bytes,
      (await rendered(site, `body/${id.replaceAll('-', '')}?size=16`)).bytes,
    ]),
  )

  for (const [byName, ...byId] of bodies) assert.deepEqual(byId, [byName, byName])
})

siteTest('the uuid of somebody unknown tells which figure he is', async (site) => {
  const uuids = Array.from({ length: 10 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`)

  const bodies = await Promise.all(uuids.map((uuid) => rendered(site, `body/${uuid}?size=16`)))

  const slim = bodies.map(({ pixel }) => pixel(0, 8)[3] === 0)
  assert.deepEqual(
    slim,
    Array.from({ length: 10 }, (_, n) => n % 2 === 1),
  )
})

siteTest('a new skin is seen at the next look; a look known already is 304', async (site) => {
  const steve = await steveIn(site, bare)
  const first = await rendered(site, 'avatar/Steve')
  const ask = (tag: unknown, path = 'avatar/Steve') =>
    site.browser().get(`/render/${path}`, { 'if-none-match': String(tag) })
  const known = await ask(first.headers.etag)

  await putSkin(steve, png({ width: 64, height: 64, sample: () => HAT }))
  const renewed = await ask(first.headers.etag)
  const otherSize = await ask(renewed.headers.etag, 'avatar/Steve?size=16')
  const otherView = await ask(renewed.headers.etag, 'body/Steve')
  await putSkin(steve, png({ width: 64, height: 64, sample: () => HAT }), { slim: 'true' })
  const otherModel = await ask(renewed.headers.etag)

  assert.deepEqual([known.status, known.bytes.length], [304, 0])
  assert.deepEqual(tally([renewed, otherSize, otherView, otherModel]), { 200: 4 })
  assert.equal(first.headers['cache-control'], 'public, max-age=60')
  assert.equal(first.headers['access-control-allow-origin'], '*')
  assert.equal(first.headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(first.headers['x-default'], undefined)
  assert.equal(first.headers['content-type'], 'image/png')
})

siteTest('only six sizes and three views are drawn', async (site) => {
  const paths = [
    'avatar/Steve?size=',
    'avatar/Steve?size=17',
    'avatar/Steve?size=1024',
    'body/Steve?size=-16',
    'face/Steve',
    'avatar/Steve?size=16&size=32',
  ]

  const replies = await Promise.all(paths.map((path) => site.browser().get(`/render/${path}`)))
  const head = await site.browser().send('HEAD', '/render/body/Steve?size=32')

  assert.deepEqual(tally(replies), { '400 request.invalid': paths.length })
  for (const { headers } of replies) assert.equal(headers['cache-control'], 'no-store')
  const { bytes } = await rendered(site, 'body/Steve?size=32')
  assert.deepEqual([head.status, head.headers['content-length']], [200, String(bytes.length)])
})

sqliteTest('a list of five hundred players gets all its faces at once', async (site) => {
  const names = Array.from({ length: 500 }, (_, n) => `Player_${n}`)

  const replies = await Promise.all(
    names.map((name, n) => site.browser().get(`/render/avatar/${name}?size=${SIZES[n % 6]}`)),
  )

  assert.deepEqual(tally(replies), { 200: 500 })
})

sqliteTest('what was drawn once is not drawn again', async (site) => {
  const look = await findLook(site.app, (await steveIn(site, bare)).id)
  const draw = (size: number) => drawRender(site.app, { ...look, view: 'body', size })

  const [first, other] = [await draw(64), await draw(32)]

  assert.equal(await draw(64), first, 'the very same bytes, not equal ones')
  assert.notDeepEqual(other, first)
})

test('the figures of those without a skin are skins like any other', async () => {
  for (const [model, picture] of Object.entries(defaultSkins)) {
    const made = await makeSkin(await encodePng(picture, 9), async () => false)

    assert.equal(made.model, model)
  }
})
