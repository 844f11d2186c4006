import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Credentials } from '../src/site/site-client.ts'
import { ALEX, openLibrary, openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

const credentials = { login: 'STEVE@example.org', password: 'correct horse', code: '123456' }
const newPassword = { ...credentials, password: 'battery staple', code: '654321' }
const accepted = { outcome: 'accepted', subject: STEVE, username: 'Steve', uuid: STEVE }
const miss = { outcome: 'invalid-credentials' }

test('a sign-in can be repeated with the same 2FA code for a minute', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  const signIn = portal.signIn()
  await signIn.authenticate(credentials)
  site.answers(() => refusal(401, 'auth.wrong2fa'))

  portal.wait(59_999)
  const again = await signIn.authenticate(credentials)
  portal.wait(1)
  const late = await signIn.authenticate(credentials)

  assert.deepEqual([again, late], [accepted, { outcome: 'invalid-credentials' }])
})

test('a sign-in without a code always sends a request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const signIn = openLibrary(site).signIn()
  const typed = { login: 'Steve', password: 'correct horse' }
  await signIn.authenticate(typed)
  await signIn.authenticate({ ...typed, code: '' })

  site.answers(() => refusal(401, 'auth.wrongpassword'))

  assert.deepEqual(await signIn.authenticate(typed), miss)
  assert.equal(site.asked.length, 3)
})

const others: [string, Credentials][] = [
  ['with a new password', newPassword],
  ['without a code', { login: 'Steve', password: 'battery staple' }],
  ['by name instead of address', { ...credentials, login: 'Steve' }],
]
for (const [name, other] of others) {
  test(`a sign-in ${name} removes the player’s cached sign-in`, async () => {
    await using site = await openStandIn(() => ({ json: profileOf() }))
    const signIn = openLibrary(site).signIn()
    await signIn.authenticate(credentials)

    await signIn.authenticate(other)
    site.answers(() => refusal(401, 'auth.wrongpassword'))
    const again = await signIn.authenticate(credentials)

    assert.deepEqual([again, site.asked.length], [miss, 3])
  })
}

test('sign-ins of other players stay cached', async () => {
  await using site = await openStandIn(({ body }) => ({
    json: body.includes('Alex') ? profileOf({ uuid: ALEX, username: 'Alex' }) : profileOf(),
  }))
  const signIn = openLibrary(site).signIn()
  await signIn.authenticate(credentials)

  await signIn.authenticate({ ...newPassword, login: 'Alex' })

  assert.deepEqual(await signIn.authenticate(credentials), accepted)
  assert.equal(site.asked.length, 2)
})

for (const [first, last] of [
  [credentials, newPassword],
  [newPassword, credentials],
] as const) {
  test(`neither of two concurrently accepted passwords is cached: ${first.password} first`, async () => {
    const waiting = new Map<string, () => void>()
    await using site = await openStandIn(
      ({ body }) =>
        new Promise((resolve) => {
          waiting.set(JSON.parse(body).password, () => resolve({ json: profileOf() }))
          if (waiting.size === 2) waiting.get(first.password)?.()
        }),
    )
    const signIn = openLibrary(site).signIn()
    const both = [signIn.authenticate(credentials), signIn.authenticate(newPassword)]
    await Promise.race(both)
    waiting.get(last.password)?.()
    await Promise.all(both)

    site.answers(() => refusal(401, 'auth.wrongpassword'))
    const again = [await signIn.authenticate(credentials), await signIn.authenticate(newPassword)]

    assert.deepEqual(again, [miss, miss])
  })
}

test('a cached sign-in is not used if any credential differs', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const signIn = openLibrary(site).signIn()
  await signIn.authenticate(credentials)
  site.answers(() => refusal(401, 'auth.wrongpassword'))

  const others = [
    { ...credentials, login: 'steve@example.org' },
    { ...credentials, password: 'correct horsE' },
    { ...credentials, code: '123457' },
    { ...credentials, code: undefined },
    { login: 'STEVE@example.org', password: 'correct horse123456', code: '' },
    { login: 'STEVE@example.orgcorrect', password: ' horse', code: '123456' },
  ]
  const verdicts = await Promise.all(others.map((other) => signIn.authenticate(other)))

  assert.deepEqual(
    verdicts,
    others.map(() => ({ outcome: 'invalid-credentials' })),
  )
})

test('a failed sign-in is not cached', async () => {
  await using site = await openStandIn(() => refusal(401, 'auth.wrong2fa'))
  const signIn = openLibrary(site).signIn()
  await signIn.authenticate(credentials)

  site.answers(() => ({ json: profileOf() }))
  assert.deepEqual(await signIn.authenticate(credentials), accepted)
})

test('concurrent identical sign-ins share one request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const signIn = openLibrary(site).signIn()

  const verdicts = await Promise.all(
    Array.from({ length: 10 }, () => signIn.authenticate(credentials)),
  )

  assert.deepEqual(verdicts, Array(10).fill(accepted))
  assert.equal(site.asked.length, 1)
})

test('a player who was seen banned is not signed in from the cache', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.signIn().authenticate(credentials)

  portal.wait(59_000)
  site.answers(({ path }) =>
    path === 'authenticate'
      ? refusal(403, 'auth.userblocked')
      : { json: profileOf({ banned: true }) },
  )
  await portal.findPlayer({ uuid: STEVE }, { bypassCache: true })

  await assert.rejects(portal.signIn().authenticate(credentials), /blocked/)
})

test('the command forget also removes cached sign-ins', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.signIn().authenticate(credentials)

  portal.forget()
  await portal.signIn().authenticate(credentials)

  assert.equal(site.asked.length, 2)
})
