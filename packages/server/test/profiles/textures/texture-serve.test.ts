import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { deleteReleasedTextures } from '../../../src/profiles/textures/delete-released-textures.ts'
import { removeTexture } from '../../../src/profiles/textures/remove-texture.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { form, hashOf, putSkin, skinFile } from './texture-requests.ts'

const DAY = 86_400_000

async function steveInSkin(site: Site) {
  const steve = await site.player('Steve')
  const { body } = await putSkin(steve, skinFile(1))
  return { ...steve, hash: hashOf(body.textures.skin.url) }
}

const PROMISED = [
  'content-type',
  'content-length',
  'cache-control',
  'etag',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
  'x-content-type-options',
]

sqliteTest('a texture is served to any origin with an immutable cache header', async (site) => {
  const { hash } = await steveInSkin(site)
  const visitor = site.browser()

  for (const path of [`/textures/${hash}`, `/textures/${hash}.png`, `/csl/textures/${hash}`]) {
    const { status, headers, bytes } = await visitor.get(path)

    assert.equal(status, 200)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
    assert.deepEqual(
      PROMISED.map((name) => headers[name]),
      [
        'image/png',
        String(bytes.length),
        'public, max-age=31536000, immutable',
        `"${hash}"`,
        '*',
        'cross-origin',
        'nosniff',
      ],
    )
    assert.deepEqual(
      ['set-cookie', 'location', 'ratelimit', 'www-authenticate', 'vary'].map(
        (name) => headers[name],
      ),
      Array(5).fill(undefined),
    )
  }
})

sqliteTest('HEAD on a texture returns the headers of GET without the bytes', async (site) => {
  const { hash } = await steveInSkin(site)

  for (const name of [hash, `${hash}.png`]) {
    const got = await site.browser().get(`/textures/${name}`)
    const head = await site.browser().send('HEAD', `/textures/${name}`)

    const shared = (headers: typeof got.headers) => PROMISED.map((header) => headers[header])
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.deepEqual(shared(head.headers), shared(got.headers))
  }
})

sqliteTest('a request with the current ETag of a texture returns 304', async (site) => {
  const { hash } = await steveInSkin(site)
  const ask = (method: 'GET' | 'HEAD', tag: string) =>
    site.browser().send(method, `/textures/${hash}`, undefined, { 'if-none-match': tag })

  const fresh = [
    await ask('GET', `"${hash}"`),
    await ask('GET', `W/"${hash}"`),
    await ask('GET', `"other", "${hash}"`),
    await ask('GET', '*'),
    await ask('HEAD', `"${hash}"`),
  ]
  const stale = [await ask('GET', '"other"'), await ask('GET', hash)]

  assert.deepEqual(tally(fresh), { 304: 5 })
  assert.deepEqual(tally(stale), { 200: 2 })
  for (const { bytes, headers } of fresh) {
    assert.equal(bytes.length, 0)
    assert.equal(headers.etag, `"${hash}"`)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['access-control-allow-origin'], '*')
  }
})

siteTest('an unknown texture returns 404, cacheable for a minute', async (site) => {
  const { hash } = await steveInSkin(site)
  const names = [
    '0'.repeat(64),
    hash.toUpperCase(),
    hash.slice(1),
    `${hash}0`,
    `${hash}.gif`,
    `${hash}.png.png`,
    'unknown',
    '%00',
    `${'0'.repeat(63)}%00`,
    'x'.repeat(900),
  ]

  for (const name of names) {
    for (const tag of ['"x"', '*', `"${'0'.repeat(64)}"`]) {
      const headers = { 'if-none-match': tag }
      const reply = await site.browser().send('GET', `/textures/${name}`, undefined, headers)
      assert.equal(outcome(reply), '404 texture.notfound', name)
      assert.equal(reply.headers['cache-control'], 'public, max-age=60')
      assert.equal(reply.headers['access-control-allow-origin'], '*')
      assert.equal(reply.headers.etag, undefined)
    }
  }
})

siteTest('an instance that has not cached a deleted texture returns 404', async (site) => {
  const steve = await steveInSkin(site)
  await removeTexture(site.app, { actor: 'command', ip: null }, steve.id, 'skin')
  site.wait(31 * DAY)

  await deleteReleasedTextures(site.app)

  assert.equal(outcome(await site.browser().get(`/textures/${steve.hash}`)), '404 texture.notfound')
})

sqliteTest('a texture URL accepts only GET and HEAD', async (site) => {
  const { hash } = await steveInSkin(site)

  const replies = await Promise.all(
    (['POST', 'PUT', 'DELETE'] as const).map((method) =>
      site.browser().send(method, `/textures/${hash}`),
    ),
  )

  assert.deepEqual(tally(replies), { '405 request.method': 3 })
  for (const { headers } of replies) assert.equal(headers.allow, 'GET, HEAD')
})

siteTest(
  'another instance serves an uploaded texture immediately',
  async (site) => {
    const { hash } = await steveInSkin(site)

    const { status, bytes } = await site.browser({ instance: 1 }).get(`/textures/${hash}`)

    assert.equal(status, 200)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
  },
  { instances: 2 },
)

sqliteTest('textures and renders have no rate limit', async (site) => {
  const { hash } = await steveInSkin(site)
  const paths = [
    `/textures/${hash}`,
    '/render/avatar/Steve',
    '/textures/player/Steve',
    '/csl/Steve.json',
  ]

  const replies = await Promise.all(
    Array.from({ length: 400 }, (_, n) => site.browser().get(paths[n % 4] ?? '/')),
  )

  assert.deepEqual(tally(replies), { 200: 400 })
})

sqliteTest('a cached texture is served without the database', async (site) => {
  const { hash } = await steveInSkin(site)
  await site.browser().get(`/textures/${hash}`)
  await site.app.db.destroy()

  const reply = await site.browser().get(`/textures/${hash}`)
  const unread = await site.browser().get(`/textures/${'1'.repeat(64)}`)

  assert.equal(reply.status, 200)
  assert.deepEqual([unread.status, unread.headers['cache-control']], [500, 'no-store'])
})

sqliteTest(
  'every origin, even one in CORS_ORIGINS, may read textures, but only without credentials',
  async (site) => {
    const { hash } = await steveInSkin(site)
    const ask = (path: string) =>
      site.browser().get(path, { origin: 'https://forum.example', cookie: 'portal_refresh=x' })

    const replies = await Promise.all([`/textures/${hash}`, '/render/head/Steve'].map(ask))

    for (const { status, headers } of replies) {
      assert.equal(status, 200)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers.vary, undefined)
      assert.equal(headers['set-cookie'], undefined)
    }
  },
  { env: { CORS_ORIGINS: 'https://forum.example' } },
)

sqliteTest(
  'an uploaded file name is ignored, and the texture is not served as a download',
  async (site) => {
    const steve = await site.player('Steve')
    const { body, headers } = form(skinFile(1))
    const named = body
      .toString('latin1')
      .replace('name="file"; filename="my skin.png"', 'filename="../portal.db"; name="file"')
    const sent = { ...headers, ...bearer(steve.accessToken) }

    const upload = await steve.browser.send(
      'PUT',
      '/cabinet/skin',
      Buffer.from(named, 'latin1'),
      sent,
    )
    const hash = hashOf(String(upload.body.textures?.skin.url))
    const picture = await site.browser().get(`/textures/${hash}`)

    assert.equal(upload.status, 200)
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.deepEqual(
      [picture.headers['content-type'], picture.headers['content-disposition']],
      ['image/png', undefined],
    )
  },
)
