import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodePng } from '../../../src/profiles/images/encode-png.ts'
import { defaultSkins } from '../../../src/profiles/renders/default-skin.ts'
import { drawRender, findPlayerSkin } from '../../../src/profiles/renders/render-player.ts'
import { makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { tally } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { bare, CLEAR, own, type Paint, rendered, steveIn } from './painted-skin.ts'
import { png, readPng } from './png.ts'
import { putSkin } from './texture-requests.ts'

const HAT = [200, 30, 40, 255]
const SIZES = [16, 32, 64, 128, 256, 512]

sqliteTest(
  'a render has the requested width, by default 128, and a body is twice as high',
  async (site) => {
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
  },
)

sqliteTest('an avatar shows the face of the skin pixel by pixel', async (site) => {
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

sqliteTest(
  'an avatar shows the hat over the face and blends translucent pixels of the hat with the face',
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

sqliteTest(
  'a player without a skin gets one of two figures and the header X-Default',
  async (site) => {
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
  },
)

sqliteTest('a player without a skin gets the same figure by name and by UUID', async (site) => {
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

sqliteTest('the UUID of an unknown player decides which figure is drawn', async (site) => {
  const uuids = Array.from({ length: 10 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`)

  const bodies = await Promise.all(uuids.map((uuid) => rendered(site, `body/${uuid}?size=16`)))

  const slim = bodies.map(({ pixel }) => pixel(0, 8)[3] === 0)
  assert.deepEqual(
    slim,
    Array.from({ length: 10 }, (_, n) => n % 2 === 1),
  )
})

sqliteTest(
  'a new skin is rendered at the next request, an unchanged one returns 304',
  async (site) => {
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
  },
)

sqliteTest('a render of an unknown size or view is refused', async (site) => {
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

sqliteTest('five hundred concurrent avatar requests all succeed', async (site) => {
  const names = Array.from({ length: 500 }, (_, n) => `Player_${n}`)

  const replies = await Promise.all(
    names.map((name, n) => site.browser().get(`/render/avatar/${name}?size=${SIZES[n % 6]}`)),
  )

  assert.deepEqual(tally(replies), { 200: 500 })
})

sqliteTest('a cached render is not drawn a second time', async (site) => {
  const look = await findPlayerSkin(site.app, (await steveIn(site, bare)).id)
  const draw = (size: number) => drawRender(site.app, { ...look, view: 'body', size })

  const [first, other] = [await draw(64), await draw(32)]

  assert.equal(await draw(64), first, 'the very same bytes, not equal ones')
  assert.notDeepEqual(other, first)
})

test('the skins of the default figures are valid skins', async () => {
  for (const [model, picture] of Object.entries(defaultSkins)) {
    const made = await makeSkin(await encodePng(picture, 9), async () => false)

    assert.equal(made.model, model)
  }
})
