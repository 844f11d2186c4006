import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { administrator, owner } from '../../support/administrator.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newAuthenticator } from './authenticator.ts'
import { addPasskey, logInByPasskey, playerWithPasskey } from './with-passkey.ts'

sqliteTest('a player is notified by mail of a new passkey', async (site) => {
  const steve = await site.player('Steve')
  const authenticator = newAuthenticator()

  const { status, body } = await addPasskey(steve, authenticator)

  assert.equal(status, 201)
  const { id, ...passkey } = body.passkey
  assert.match(id, /^[\w-]{22}$/)
  assert.deepEqual(passkey, {
    credentialId: authenticator.id,
    name: 'Firefox on Linux',
    host: 'localhost',
    works: true,
    synced: false,
    copied: false,
    createdAt: new Date(site.now()).toISOString(),
    lastUsedAt: null,
  })
  const [mail] = await site.mails()
  assert.match(mail?.subject ?? '', /^A passkey was added/)
  assert.match(mail?.text ?? '', /“Firefox on Linux”/)
})

sqliteTest(
  'registering a passkey requires a discoverable credential with user verification',
  async (site) => {
    const steve = await playerWithPasskey(site)

    const headers = bearer(steve.accessToken)
    const { options } = (await steve.browser.post('/passkeys/options', undefined, headers)).body

    assert.deepEqual(options.rp, { name: 'Portal', id: 'localhost' })
    assert.equal(options.user.name, 'Steve')
    assert.equal(options.attestation, 'none')
    assert.deepEqual(options.authenticatorSelection.residentKey, 'required')
    assert.deepEqual(options.authenticatorSelection.userVerification, 'required')
    const excluded = options.excludeCredentials.map((one: { id: string }) => one.id)
    assert.deepEqual(excluded, [steve.authenticator.id])
  },
)

const twists = {
  'another site': { origin: 'https://evil.example.org' },
  'another relying party': { host: 'example.org' },
  'a device that did not verify the user': { recognised: false },
  'a challenge that the site did not send': { challenge: 'AAAA' },
  'the response type of a sign-in': { type: 'webauthn.get' },
} as const

for (const [what, twist] of Object.entries(twists)) {
  sqliteTest(`a passkey is not added for ${what}`, async (site) => {
    const steve = await site.player('Steve')

    const reply = await addPasskey(steve, newAuthenticator(), twist)

    assert.equal(outcome(reply), '400 passkey.wrong')
  })
}

sqliteTest('a passkey can be added only in the session that began it', async (site) => {
  const steve = await site.player('Steve')
  const browser = site.browser()
  const elsewhere = bearer((await browser.logIn('Steve', PASSWORD)).body.accessToken)
  const here = bearer(steve.accessToken)
  const { attempt, options } = (await browser.post('/passkeys/options', undefined, elsewhere)).body
  const credential = newAuthenticator().make(options)

  const reply = await steve.browser.post('/passkeys/register', { attempt, credential }, here)

  assert.equal(outcome(reply), '400 passkey.wrong')
})

siteTest(
  'only one of twenty concurrent requests to add the same passkey succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const headers = bearer(steve.accessToken)
    const { attempt, options } = (await steve.browser.post('/passkeys/options', undefined, headers))
      .body
    const credential = newAuthenticator().make(options)
    const doors = [site.browser({ instance: 0 }), site.browser({ instance: 1 })]

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const door = doors[turn % 2] ?? site.browser()
        return door.post('/passkeys/register', { attempt, credential }, headers)
      }),
    )

    assert.deepEqual(tally(replies), { '201': 1, '400 passkey.expired': 19 })
    assert.equal((await site.mails()).length, 1)
  },
  { instances: 2 },
)

sqliteTest('a passkey can belong to only one account', async (site) => {
  const steve = await playerWithPasskey(site)
  const alex = await site.player('Alex')

  const reply = await addPasskey(alex, steve.authenticator)

  assert.equal(outcome(reply), '409 passkey.known')
})

sqliteTest('a player has at most twenty passkeys', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const begun = (await steve.browser.post('/passkeys/options', undefined, headers)).body
  for (let count = 0; count < 20; count += 1) await addPasskey(steve, newAuthenticator())

  const { attempt, options } = begun
  const credential = newAuthenticator().make(options)
  const late = await steve.browser.post('/passkeys/register', { attempt, credential }, headers)
  const more = await steve.browser.post('/passkeys/options', undefined, headers)

  assert.deepEqual([late, more].map(outcome), ['409 passkey.toomany', '409 passkey.toomany'])
})

siteTest('only its player can rename and remove a passkey', async (site) => {
  const steve = await playerWithPasskey(site)
  const alex = await site.player('Alex')
  const path = `/passkeys/${steve.passkey.id}`
  const name = { name: ' My phone ' }

  const asAlex = bearer(alex.accessToken)
  const foreign = await alex.browser.send('PATCH', path, name, asAlex)
  const taken = await alex.browser.delete(path, asAlex)
  const mine = bearer(steve.accessToken)
  const renamed = await steve.browser.send('PATCH', path, name, mine)
  const blank = await steve.browser.send('PATCH', path, { name: '  ' }, mine)
  const removed = await steve.browser.delete(path, mine)
  const again = await steve.browser.delete(path, mine)

  assert.deepEqual([foreign, taken, renamed, blank, removed, again].map(outcome), [
    '404 passkey.notfound',
    '404 passkey.notfound',
    '200',
    '400 request.invalid',
    '204',
    '404 passkey.notfound',
  ])
  assert.equal(renamed.body.passkey.name, 'My phone')
  assert.equal(
    outcome(await logInByPasskey(site.browser(), steve.authenticator)),
    '401 passkey.unknown',
  )
  const subjects = (await site.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('A passkey was removed: Portal'))
})

siteTest('a passkey is refused after its counter decreases', async (site) => {
  const steve = await playerWithPasskey(site)
  await logInByPasskey(site.browser(), steve.authenticator)
  await logInByPasskey(site.browser(), steve.authenticator)
  steve.authenticator.rewind(1)

  const copy = await logInByPasskey(site.browser(), steve.authenticator)
  steve.authenticator.rewind(9)
  const original = await logInByPasskey(site.browser(), steve.authenticator)

  assert.deepEqual([copy, original].map(outcome), ['401 passkey.copied', '401 passkey.copied'])
  const { items } = (await steve.browser.get('/passkeys', bearer(steve.accessToken))).body
  assert.equal(items[0].copied, true)
  const warnings = (await site.mails()).filter(({ subject }) => /copied/.test(subject ?? ''))
  assert.equal(warnings.length, 1)
})

siteTest('a passkey without a counter can sign in repeatedly', async (site) => {
  const steve = await site.player('Steve')
  const authenticator = newAuthenticator({ counts: false })
  await addPasskey(steve, authenticator)

  const replies = [
    await logInByPasskey(site.browser(), authenticator),
    await logInByPasskey(site.browser(), authenticator),
  ]

  assert.deepEqual(replies.map(outcome), ['200', '200'])
})

siteTest('an administrator sees the number of passkeys and can remove them', async (site) => {
  const steve = await playerWithPasskey(site)
  const notch = await owner(site)
  const path = `/admin/players/${steve.id}`
  const reader = await administrator(site, ['panel.players.read'])
  const who = { username: 'Helper', ip: '192.0.2.3' }
  const helper = await administrator(site, ['panel.players.2fa'], who)

  const { passkeys } = (await notch.get(path)).body.player
  const refused = await reader.send('DELETE', `${path}/passkeys`)
  const above = await helper.send('DELETE', `/admin/players/${notch.id}/passkeys`)
  const removed = await notch.send('DELETE', `${path}/passkeys`)

  assert.equal(passkeys, 1)
  assert.deepEqual([refused, above, removed].map(outcome), [
    '403 auth.forbidden',
    '403 auth.forbidden',
    '204',
  ])
  assert.equal((await notch.get(path)).body.player.passkeys, 0)
  const subjects = (await site.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('Your passkeys were removed: Portal'))
  assert.ok(subjects.includes('The passkeys of Steve were removed: Portal'))
})

sqliteTest('changes of passkeys are audited', async (site) => {
  const steve = await playerWithPasskey(site)
  await logInByPasskey(site.browser(), steve.authenticator, { strange: true })
  site.wait(MINUTE)
  await steve.browser.delete(`/passkeys/${steve.passkey.id}`, bearer(steve.accessToken))
  const notch = await owner(site)

  const { items } = (await notch.get('/admin/audit', { player: 'Steve' })).body

  const actions = items.map(({ action }: { action: string }) => action)
  for (const action of ['passkey.added', 'login.missed', 'passkey.removed']) {
    assert.ok(actions.includes(action), action)
  }
})
