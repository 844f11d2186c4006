import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openPortal } from '../src/portal.ts'
import { ALEX, nobody, openLibrary, openStandIn, profileOf, STEVE } from './stand-in-site.ts'

const STEVE_UNDASHED = STEVE.replaceAll('-', '')

test('concurrent lookups of one player are one request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)

  const found = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      portal.findPlayer({ uuid: n % 2 === 0 ? STEVE : STEVE_UNDASHED.toUpperCase() }),
    ),
  )

  assert.deepEqual(new Set(found.map((profile) => profile?.username)), new Set(['Steve']))
  assert.deepEqual(site.paths(), [`user?uuid=${STEVE}`])
})

test('a cached profile is found by UUID and by name in any case without a request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ username: 'steve' })

  portal.wait(59_999)
  const warm = [
    await portal.findPlayer({ uuid: STEVE_UNDASHED }),
    await portal.findPlayer({ username: 'STEVE' }),
    await portal.findPlayer({ uuid: STEVE, username: 'Somebody' }),
  ]

  assert.deepEqual(
    warm.map((profile) => profile?.uuid),
    [STEVE, STEVE, STEVE],
  )
  assert.deepEqual(site.paths(), ['user?username=steve'])
})

test('a stale profile is revalidated with its ETag', async () => {
  await using site = await openStandIn(({ headers }) =>
    headers['if-none-match'] === '"one"'
      ? { status: 304, headers: { etag: '"one"' }, json: null }
      : { headers: { etag: '"one"' }, json: profileOf() },
  )
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })

  portal.wait(60_000)
  const renewed = await portal.findPlayer({ uuid: STEVE })
  const warm = await portal.findPlayer({ uuid: STEVE })

  assert.equal(renewed?.username, 'Steve')
  assert.equal(warm?.username, 'Steve')
  assert.deepEqual(
    site.asked.map(({ headers }) => headers['if-none-match']),
    [undefined, '"one"'],
  )
})

test('an ETag of a lookup by UUID is not sent with a lookup by name', async () => {
  await using site = await openStandIn(() => ({ headers: { etag: '"1"' }, json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })

  portal.wait(60_000)
  await portal.findPlayer({ username: 'Steve' })

  assert.deepEqual(
    site.asked.map(({ path, headers }) => [path, headers['if-none-match']]),
    [
      [`user?uuid=${STEVE}`, undefined],
      ['user?username=Steve', undefined],
    ],
  )
})

test('a changed profile replaces the stale cached profile', async () => {
  let username = 'Steve'
  await using site = await openStandIn(() => ({
    headers: { etag: `"${username}"` },
    json: profileOf({ username }),
  }))
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })

  username = 'Steven'
  portal.wait(60_000)
  const renamed = await portal.findPlayer({ uuid: STEVE })
  const byNewName = await portal.findPlayer({ username: 'steven' })
  site.answers(() => nobody)
  const byOldName = await portal.findPlayer({ username: 'Steve' })

  assert.deepEqual(
    [renamed?.username, byNewName?.username, byOldName],
    ['Steven', 'Steven', undefined],
  )
  assert.deepEqual(site.paths().at(-1), 'user?username=Steve')
})

test('a lookup of an unknown player is not cached, because the player may register', async () => {
  await using site = await openStandIn(() => nobody)
  const portal = openLibrary(site)
  const before = await portal.findPlayer({ username: 'Steve' })

  site.answers(() => ({ json: profileOf() }))
  const after = await portal.findPlayer({ username: 'Steve' })

  assert.deepEqual([before, after?.uuid], [undefined, STEVE])
})

test('a player unknown to the site is removed from the cache', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })

  portal.wait(60_000)
  site.answers(() => nobody)
  await portal.findPlayer({ uuid: STEVE })
  await portal.findPlayer({ username: 'Steve' })

  assert.equal(portal.forget(), 0)
})

test('with cacheTTL 0s nothing is cached, but concurrent lookups share a request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site, { cacheTTL: '0s' })

  await Promise.all([portal.findPlayer({ uuid: STEVE }), portal.findPlayer({ uuid: STEVE })])
  await portal.findPlayer({ uuid: STEVE })

  assert.deepEqual([site.asked.length, portal.forget()], [2, 0])
})

test('a response to a request sent before the command forget is not cached', async () => {
  const waiting = Promise.withResolvers<void>()
  await using site = await openStandIn(async () => {
    await waiting.promise
    return { json: profileOf() }
  })
  const portal = openLibrary(site)
  const slow = portal.findPlayer({ username: 'Steve' })

  portal.forget()
  waiting.resolve()
  await slow

  assert.equal(portal.forget(), 0)
})

test('the command forget also discards responses that are still pending', async () => {
  const waiting = Promise.withResolvers<void>()
  await using site = await openStandIn(async ({ path }) => {
    if (path.includes('Steve')) await waiting.promise
    return {
      json: path.includes('Steve') ? profileOf() : profileOf({ uuid: ALEX, username: 'Alex' }),
    }
  })
  const portal = openLibrary(site)
  await portal.findPlayer({ username: 'Alex' })
  const slow = portal.findPlayer({ username: 'Steve' })

  const forgotten = portal.forget()
  const repeated = portal.findPlayer({ username: 'Steve' })
  waiting.resolve()
  await Promise.all([slow, repeated])
  await portal.findPlayer({ username: 'Alex' })

  assert.equal(forgotten, 1)
  assert.deepEqual(site.paths(), [
    'user?username=Alex',
    'user?username=Steve',
    'user?username=Steve',
    'user?username=Alex',
  ])
})

test('a failed lookup is not cached', async () => {
  await using site = await openStandIn(() => ({ status: 500, json: {} }))
  const portal = openLibrary(site)
  await assert.rejects(portal.findPlayer({ uuid: STEVE }))

  site.answers(() => ({ json: profileOf() }))
  const found = await portal.findPlayer({ uuid: STEVE })

  assert.equal(found?.username, 'Steve')
})

test('a lookup without UUID or name sends no request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  const nil = '00000000-0000-0000-0000-000000000000'

  const found = await Promise.all([
    portal.findPlayer({}),
    portal.findPlayer({ uuid: '', username: '' }),
    portal.findPlayer({ uuid: nil }),
  ])

  assert.deepEqual(found, [undefined, undefined, undefined])
  assert.deepEqual(site.asked, [])
})

test('setting the clock does not change the age of a profile', async (t) => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openPortal({ url: site.url, apiKey: 'key' })
  await portal.findPlayer({ uuid: STEVE })
  const day = 86_400_000
  const real = Date.now()
  t.after(() => mock.restoreAll())

  for (const jump of [day, -day]) {
    mock.restoreAll()
    mock.method(Date, 'now', () => real + jump)
    await portal.findPlayer({ uuid: STEVE })
  }

  assert.equal(site.asked.length, 1)
})
