import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { readEncryptionKey } from '../../../src/security/keys/encryption-key.ts'
import { KeyRing } from '../../../src/security/keys/key-ring.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

/** Registers a player on a site that confirms addresses. */
async function newPlayer(site: Site, name = 'Steve') {
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
  const player = await site.player(name)
  return { ...player, headers: bearer(player.accessToken) }
}

async function lastCode(site: Site): Promise<string> {
  const mails = await site.mails()
  return /\b\d{6}\b/.exec(mails.at(-1)?.subject ?? '')?.[0] ?? ''
}

function other(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

siteTest('a new player has restricted access until the mailed code is entered', async (site) => {
  const steve = await newPlayer(site)
  const code = await lastCode(site)

  const before = await steve.browser.get('/auth/me', steve.headers)
  const gated = await steve.browser.get('/cabinet/2fa/generate', steve.headers)
  const sessions = await steve.browser.post('/auth/sessions/me', undefined, steve.headers)
  const verified = await steve.browser.post('/auth/verify', { code }, steve.headers)
  const free = await steve.browser.get('/cabinet/2fa/generate', steve.headers)
  const again = await steve.browser.post('/auth/verify', { code: '000000' }, steve.headers)

  assert.equal(before.body.user.activated, false)
  assert.deepEqual([gated.status, gated.body.error], [403, 'auth.usernotactivated'])
  assert.equal(sessions.status, 200)
  assert.deepEqual([verified.status, verified.body.user.activated], [200, true])
  assert.equal(free.status, 200)
  assert.deepEqual([again.status, again.body.user.activated], [200, true])
})

sqliteTest('a confirmation code is invalid after ten wrong entries', async (site) => {
  const steve = await newPlayer(site)
  const code = await lastCode(site)

  const errors = []
  for (let count = 0; count < 10; count += 1) {
    const reply = await steve.browser.post('/auth/verify', { code: other(code) }, steve.headers)
    errors.push(reply.body.error)
  }
  const elsewhere = site.browser({ ip: '203.0.113.9' })
  const over = await elsewhere.post('/auth/verify', { code }, steve.headers)
  site.wait(10 * MINUTE)
  const renewed = await steve.browser.refresh()
  const worn = await steve.browser.post('/auth/verify', { code }, bearer(renewed.body.accessToken))

  assert.deepEqual(errors, Array(10).fill('auth.wrongcode'))
  assert.deepEqual([over.status, over.body.error], [429, 'request.toomany'])
  assert.deepEqual([worn.status, worn.body.error], [400, 'auth.codeexpired'])
})

sqliteTest('a confirmation code expires after an hour', async (site) => {
  const steve = await newPlayer(site)
  const code = await lastCode(site)

  site.wait(HOUR)
  const { body } = await steve.browser.refresh()
  const reply = await steve.browser.post('/auth/verify', { code }, bearer(body.accessToken))

  assert.deepEqual([reply.status, reply.body.error], [400, 'auth.codeexpired'])
})

sqliteTest('resending a confirmation code invalidates the previous code', async (site) => {
  const steve = await newPlayer(site)
  const first = await lastCode(site)
  const resend = () => {
    site.wait(SECOND)
    return steve.browser.get('/auth/resend', steve.headers)
  }

  const resent = await resend()
  const second = await lastCode(site)
  const stale = await steve.browser.post('/auth/verify', { code: first }, steve.headers)
  await resend()
  await resend()
  const over = await resend()
  const good = await steve.browser.post(
    '/auth/verify',
    { code: await lastCode(site) },
    steve.headers,
  )
  site.wait(10 * MINUTE)
  const { body } = await steve.browser.refresh()
  const done = await steve.browser.get('/auth/resend', bearer(body.accessToken))

  assert.equal(resent.status, 204)
  assert.notEqual(second, first)
  assert.deepEqual([stale.status, stale.body.error], [400, 'auth.wrongcode'])
  assert.deepEqual([over.status, over.body.error], [429, 'request.toomany'])
  assert.equal(good.status, 200)
  assert.deepEqual([done.status, done.body.error], [409, 'auth.alreadyactivated'])
})

siteTest(
  'concurrent confirmations with the right code confirm the account once',
  async (site) => {
    const steve = await newPlayer(site)
    const code = await lastCode(site)

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        site.browser({ instance: turn % 2 }).post('/auth/verify', { code }, steve.headers),
      ),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(10).fill(200),
    )
    const trail = await site.app.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'player.activated')
      .execute()
    assert.equal(trail.length, 1)
  },
  { instances: 2 },
)

sqliteTest('a new address needs the password and the code sent to it', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)

  const wrong = await steve.browser.post(
    '/cabinet/email',
    { email: 'new@example.org', password: 'nope nope' },
    headers,
  )
  const asked = await steve.browser.post(
    '/cabinet/email',
    { email: 'New@example.org', password: PASSWORD },
    headers,
  )
  const mails = await site.mails()
  const code = /\b\d{6}\b/.exec(
    mails.find(({ to }) => to?.[0]?.address === 'New@example.org')?.subject ?? '',
  )?.[0]
  const unchanged = await steve.browser.get('/auth/me', headers)
  const changed = await steve.browser.post('/cabinet/email/verify', { code }, headers)
  const again = await steve.browser.post('/cabinet/email/verify', { code }, headers)

  assert.deepEqual([wrong.status, wrong.body.error], [400, 'password.wrong'])
  assert.equal(asked.status, 204)
  assert.deepEqual(mails.map(({ to }) => to?.[0]?.address).sort(), [
    'New@example.org',
    'steve@example.org',
  ])
  assert.equal(unchanged.body.user.email, 'steve@example.org')
  assert.deepEqual([changed.status, changed.body.user.email], [200, 'New@example.org'])
  assert.deepEqual([again.status, again.body.error], [400, 'auth.codeexpired'])
  assert.equal((await site.browser().logIn('new@example.org', PASSWORD)).status, 200)
  assert.equal((await site.browser().logIn('steve@example.org', PASSWORD)).status, 401)
})

sqliteTest('a player cannot change the address to one of another player', async (site) => {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const headers = bearer(steve.accessToken)

  const taken = await steve.browser.post(
    '/cabinet/email',
    { email: 'ALEX@example.org', password: PASSWORD },
    headers,
  )
  await steve.browser.post(
    '/cabinet/email',
    { email: 'wanted@example.org', password: PASSWORD },
    headers,
  )
  const mails = await site.mails()
  const code = /\b\d{6}\b/.exec(
    mails.find(({ to }) => to?.[0]?.address === 'wanted@example.org')?.subject ?? '',
  )?.[0]
  await site.browser().post('/auth/register', {
    username: 'Quick',
    email: 'Wanted@example.org',
    password: PASSWORD,
  })
  const late = await steve.browser.post('/cabinet/email/verify', { code }, headers)

  assert.deepEqual([taken.status, taken.body.error], [409, 'auth.emailtaken'])
  assert.deepEqual([late.status, late.body.error], [409, 'auth.emailtaken'])
  assert.equal(alex.email, 'alex@example.org')
})

sqliteTest(
  'an unconfirmed player can confirm the account with a corrected address',
  async (site) => {
    const steve = await newPlayer(site)

    const asked = await steve.browser.post(
      '/cabinet/email',
      { email: 'right@example.org', password: PASSWORD },
      steve.headers,
    )
    const mails = await site.mails()
    const code = /\b\d{6}\b/.exec(
      mails.find(({ to }) => to?.[0]?.address === 'right@example.org')?.subject ?? '',
    )?.[0]
    const verified = await steve.browser.post('/cabinet/email/verify', { code }, steve.headers)

    assert.equal(asked.status, 204)
    assert.deepEqual(
      [verified.body.user.email, verified.body.user.activated],
      ['right@example.org', true],
    )
  },
)

sqliteTest('a confirmation code replaced during its check confirms nothing', async (site) => {
  const steve = await newPlayer(site)
  const code = await lastCode(site)
  const { keys } = site.app
  const { dataDir } = site.app.config
  site.app.keys = await KeyRing.open(site.app, readEncryptionKey(dataDir) ?? Buffer.alloc(0))
  mock.method(site.app.keys, 'find', async (kid: string) => {
    site.app.keys = keys
    await steve.browser.get('/auth/resend', steve.headers)
    return keys.find(kid)
  })
  site.wait(SECOND)

  const late = await site.browser().post('/auth/verify', { code }, steve.headers)
  const newest = await lastCode(site)
  const verified = await steve.browser.post('/auth/verify', { code: newest }, steve.headers)

  assert.deepEqual([late.status, late.body.error], [400, 'auth.codeexpired'])
  assert.deepEqual([verified.status, verified.body.user.activated], [200, true])
})
