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

test('a player can enter the builds that their permissions allow', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const access = openLibrary(site).access()

  const allowed = [await access.allows('survival', steve), await access.allows('creative', steve)]

  assert.deepEqual(allowed, [true, false])
})

test('a player is looked up by the field uuid, else by a UUID in subject, else by name', async () => {
  await using site = await openStandIn(() => nobody)
  const access = openLibrary(site).access()

  await access.allows('survival', { subject: ALEX, username: 'Steve', uuid: STEVE })
  await access.allows('survival', { subject: ALEX, username: 'Steve', uuid: '' })
  await access.allows('survival', { subject: 'steve@example.org', username: 'Steve', uuid: '' })

  assert.deepEqual(site.paths(), [`user?uuid=${STEVE}`, `user?uuid=${ALEX}`, 'user?username=Steve'])
})

test('an unknown player can enter no build while the site answers, even with failOpen', async () => {
  await using site = await openStandIn(() => nobody)
  const access = openLibrary(site).access({ failOpen: true })

  assert.equal(await access.allows('survival', steve), false)
})

test('a banned player can enter no build, whether looked up by UUID or by name', async () => {
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

test('a player last seen banned can enter no build while the site is unreachable', async () => {
  await using site = await openStandIn(() => ({ json: profileOf({ banned: true }) }))
  const portal = openLibrary(site, { cacheTTL: '0s' })
  await portal.findPlayer({ uuid: STEVE })
  await site.leave()

  assert.equal(await portal.access().allows('survival', steve), false)
})

test('a player whose ban ended can enter builds', async () => {
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

test('a player whose sign-in was refused for a ban can enter no build', async () => {
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

test('a player whose sign-in was refused for a ban can enter no build while the site is unreachable', async () => {
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

test('while the site is unreachable, only a fresh cached profile allows entering a build', async () => {
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

test('failOpen admits players only while the site is unreachable', async () => {
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

test('checking a player’s access to thirty builds sends one request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const access = openLibrary(site).access()

  const builds = Array.from({ length: 30 }, (_, n) => `build-${n}`)
  await Promise.all(builds.map((build) => access.allows(build, steve)))

  assert.equal(site.asked.length, 1)
})
