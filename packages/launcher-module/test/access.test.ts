import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ALEX,
  nobody,
  openLibrary,
  openStandIn,
  profileOf,
  refusal,
  STEVE,
} from './stand-in-site.ts'

const steve = { subject: STEVE, username: 'Steve', uuid: STEVE }

test('a player enters the builds that their permissions name', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const access = openLibrary(site).access()

  const allowed = [await access.allows('survival', steve), await access.allows('creative', steve)]

  assert.deepEqual(allowed, [true, false])
})

test('the uuid decides, then a subject that is a uuid, then the name', async () => {
  await using site = await openStandIn(() => nobody)
  const access = openLibrary(site).access()

  await access.allows('survival', { subject: ALEX, username: 'Steve', uuid: STEVE })
  await access.allows('survival', { subject: ALEX, username: 'Steve', uuid: '' })
  await access.allows('survival', { subject: 'steve@example.org', username: 'Steve', uuid: '' })

  assert.deepEqual(site.paths(), [`user?uuid=${STEVE}`, `user?uuid=${ALEX}`, 'user?username=Steve'])
})

test('an unknown player enters nothing, even with failOpen, while the site answers', async () => {
  await using site = await openStandIn(() => nobody)
  const access = openLibrary(site).access({ failOpen: true })

  assert.equal(await access.allows('survival', steve), false)
})

test('a banned player enters nothing, whether asked about by uuid or by name', async () => {
  const banned = profileOf({ banned: true, banReason: 'griefing', roles: ['vip'] })
  await using site = await openStandIn(() => ({ json: banned }))
  const portal = openLibrary(site)
  const access = portal.access({ failOpen: true, groups: { survival: ['vip'] } })

  const cold = await access.allows('survival', steve)
  const warm = await access.allows('survival', steve)
  await site.leave()
  portal.wait(60_000)
  const away = await access.allows('survival', steve)
  portal.forget()
  const forgotten = await access.allows('survival', { username: 'STEVE', subject: '', uuid: '' })

  assert.deepEqual([cold, warm, away, forgotten], [false, false, false, false])
})

test('a player last seen banned is refused while the site is away, without failOpen too', async () => {
  await using site = await openStandIn(() => ({ json: profileOf({ banned: true }) }))
  const portal = openLibrary(site, { cacheTTL: '0s' })
  await portal.findPlayer({ uuid: STEVE })
  await site.leave()

  assert.equal(await portal.access().allows('survival', steve), false)
})

test('a player whose ban ended may enter again, also while the site is away', async () => {
  await using site = await openStandIn(() => ({ json: profileOf({ banned: true }) }))
  const portal = openLibrary(site)
  const access = portal.access({ failOpen: true })
  await access.allows('survival', steve)

  site.answers(() => ({ json: profileOf() }))
  portal.wait(60_000)
  const unbanned = await access.allows('survival', steve)
  await site.leave()
  portal.wait(60_000)
  const away = await access.allows('survival', steve)

  assert.deepEqual([unbanned, away], [true, true])
})

test('a sign-in refused for a ban overrides the remembered profile', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  const access = portal.access({ failOpen: true })
  await access.allows('survival', steve)

  site.answers(({ path }) =>
    path === 'authenticate'
      ? refusal(403, 'auth.userblocked', { reason: 'griefing' })
      : { json: profileOf({ banned: true }) },
  )
  await assert.rejects(portal.signIn().authenticate({ login: 'steve', password: 'p' }))
  const asked = await access.allows('survival', steve)
  await site.leave()
  portal.forget()
  const away = await access.allows('survival', steve)

  assert.deepEqual([asked, away], [false, false])
})

test('a refused sign-in is enough to know that a player is banned', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })
  site.answers(() => refusal(403, 'auth.userblocked'))
  await assert.rejects(portal.signIn().authenticate({ login: 'steve', password: 'p' }))
  await site.leave()
  const access = portal.access({ failOpen: true })

  const byUuid = await access.allows('survival', { uuid: STEVE })
  const byName = await access.allows('survival', { username: 'STEVE' })
  const other = await access.allows('survival', { uuid: ALEX })

  assert.deepEqual([byUuid, byName, other], [false, false, true])
})

test('while the site is away, a fresh profile still decides and an old one does not', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  const access = portal.access()
  await access.allows('survival', steve)
  await site.leave()

  const fresh = [await access.allows('survival', steve), await access.allows('creative', steve)]
  portal.wait(60_000)

  assert.deepEqual(fresh, [true, false])
  await assert.rejects(access.allows('survival', steve), /cannot be reached/)
})

test('failOpen lets in players not known to be banned, and only while the site is away', async () => {
  await using site = await openStandIn(() => ({ json: profileOf({ permissions: [] }) }))
  const portal = openLibrary(site)
  const access = portal.access({ failOpen: true, permission: '' })

  const there = await access.allows('survival', steve)
  await site.leave()
  const warm = await access.allows('survival', steve)
  portal.wait(60_000)
  const away = await access.allows('survival', steve)

  assert.deepEqual([there, warm, away], [false, false, true])
})

test('one request decides about every build of a list', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const access = openLibrary(site).access()

  const builds = Array.from({ length: 30 }, (_, n) => `build-${n}`)
  await Promise.all(builds.map((build) => access.allows(build, steve)))

  assert.equal(site.asked.length, 1)
})
