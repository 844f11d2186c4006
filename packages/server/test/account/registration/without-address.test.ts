import assert from 'node:assert/strict'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { set } from '../../mail/mail-site.ts'
import { administrator, auditEntries } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner } from '../../support/staff.ts'

const NEW_PASSWORD = 'a staple of new horses'

/** Creates a player without an address by command, and signs them in. */
async function playerWithoutAddress(site: Site, username = 'Nobody', superuser = false) {
  const wanted = { username, email: null, password: PASSWORD, activated: false, superuser }
  const { id } = await createPlayer(site.app, wanted)
  const browser = site.browser()
  const { body } = await browser.logIn(username, PASSWORD)
  return { id, browser, headers: bearer(body.accessToken), user: body.user }
}

/** Lists the mails in the outbox, sent or not. */
async function mailed(site: Site): Promise<string[]> {
  await site.mails()
  const rows = await site.app.db.selectFrom('outbox').select(['kind', 'recipient']).execute()
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`).sort()
}

async function mailedCode(site: Site): Promise<string> {
  return (await site.mails()).at(-1)?.subject?.slice(0, 6) ?? ''
}

sqliteTest('a player without an address signs in by name only', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const first = await playerWithoutAddress(site)
  await playerWithoutAddress(site, 'Nothing')
  const browser = site.browser()

  const tries = []
  for (const login of ['NOBODY', '@', ' ', 'null', 'null@', '@null', 'Nobody@']) {
    tries.push(outcome(await browser.logIn(login, PASSWORD)))
  }
  const empty = await browser.logIn('', PASSWORD)

  assert.deepEqual([first.user.email, first.user.activated], [null, true])
  assert.deepEqual(tries, ['200', ...Array(6).fill('401 auth.wrongcredentials')])
  assert.equal(outcome(empty), '400 request.invalid')
})

siteTest('a player without an address gets no mail, whatever happens', async (site) => {
  const { id, browser, headers } = await playerWithoutAddress(site)
  const boss = await openOwner(site)
  const elsewhere = site.browser({ agent: 'Mozilla/5.0 (iPhone) Safari/605', ip: '203.0.113.9' })
  const post = (path: string, body: object) => browser.post(path, body, headers)

  const { body } = await browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(body.secret), stepAt(site.now()))
  const replies = [
    await elsewhere.logIn('Nobody', PASSWORD),
    await post('/cabinet/2fa/enable', { code }),
    await site.browser({ ip: '198.51.100.3' }).logIn('Nobody', PASSWORD),
    await boss.delete(`/admin/players/${id}/2fa`),
    await post('/cabinet/password', { current: PASSWORD, password: NEW_PASSWORD }),
  ]
  const told = await mailed(site)

  assert.deepEqual(replies.map(outcome), ['200', '204', '401 auth.require2fa', '204', '204'])
  assert.deepEqual(told, ['two-factor-removed to owner@example.org'])
  assert.equal((await auditEntries(site, 'login.password-known')).length, 1)
})

siteTest('a password reset never finds a player without an e-mail address', async (site) => {
  await playerWithoutAddress(site)
  const ask = (email: string) => site.browser().post('/auth/reset', { email })

  const replies = [await ask('nobody@example.org'), await ask('null@example.org')]
  const empty = await ask('')

  assert.deepEqual(replies.map(outcome), ['204', '204'])
  assert.equal(outcome(empty), '400 request.invalid')
  assert.deepEqual(await mailed(site), [])
  assert.deepEqual(await site.app.db.selectFrom('reset_link').select('hash').execute(), [])
})

sqliteTest('adding a first address requires the password and a mailed code', async (site) => {
  const { id, browser, headers } = await playerWithoutAddress(site)
  await site.player('Steve')
  const ask = (email: string, password = PASSWORD) =>
    browser.post('/cabinet/email', { email, password }, headers)

  const refused = [
    await ask('new@example.org', 'wrong password'),
    await ask('STEVE@example.org'),
    await ask(''),
  ]
  const asked = await ask('New@example.org')
  const code = await mailedCode(site)
  const added = await browser.post('/cabinet/email/verify', { code }, headers)
  const byAddress = await site.browser().logIn('new@EXAMPLE.org', PASSWORD)
  await site.browser().post('/auth/reset', { email: 'new@example.org' })

  assert.deepEqual(refused.map(outcome), [
    '400 password.wrong',
    '409 auth.emailtaken',
    '400 request.invalid',
  ])
  assert.deepEqual([outcome(asked), outcome(added)], ['204', '200'])
  assert.equal(added.body.user.email, 'New@example.org')
  assert.equal(outcome(byAddress), '200')
  assert.deepEqual(await mailed(site), [
    'new-address to New@example.org',
    'reset to New@example.org',
  ])
  const [trace] = await auditEntries(site, 'player.email')
  assert.deepEqual([trace?.target, trace?.before, trace?.after], [id, null, 'New@example.org'])
})

siteTest(
  'only one of eight players who concurrently confirm the same first address succeeds',
  async (site) => {
    const names = Array.from({ length: 8 }, (_, number) => `Nobody${number}`)
    const people = []
    for (const name of names) people.push(await playerWithoutAddress(site, name))
    const codes: string[] = []
    for (const { browser, headers } of people) {
      site.wait(SECOND) // mails are sorted by their instants
      await browser.post(
        '/cabinet/email',
        { email: 'one@example.org', password: PASSWORD },
        headers,
      )
      codes.push(await mailedCode(site))
    }

    const replies = await Promise.all(
      people.map(({ browser, headers }, at) =>
        browser.post('/cabinet/email/verify', { code: codes[at] ?? '' }, headers),
      ),
    )

    assert.deepEqual(replies.map(outcome).sort(), ['200', ...Array(7).fill('409 auth.emailtaken')])
  },
)

sqliteTest('a player without an address confirms the account by adding one', async (site) => {
  const boss = await openOwner(site)
  await set(site, 'emailConfirmation', 'on')
  const { id, browser, headers } = await playerWithoutAddress(site)
  await boss.patch(`/admin/players/${id}`, { activated: false })

  const resent = await browser.get('/auth/resend', headers)
  await browser.post('/cabinet/email', { email: 'new@example.org', password: PASSWORD }, headers)
  const code = await mailedCode(site)
  const added = await browser.post('/cabinet/email/verify', { code }, headers)

  assert.equal(outcome(resent), '409 auth.noemail')
  assert.deepEqual([added.body.user.activated, added.body.user.email], [true, 'new@example.org'])
})

sqliteTest(
  'an administrator without an address must name one to send a test mail',
  async (site) => {
    const { headers, browser } = await playerWithoutAddress(site, 'Boss', true)
    const alex = await administrator(site, ['panel.players.read'])
    const server = { host: '127.0.0.1', port: 9, security: 'none', user: 'x', password: 'y' }

    const replies = [
      await browser.post('/admin/mail/test', {}, headers),
      await browser.post('/admin/mail/server/test', { ...server, from: 'a@b.org' }, headers),
      await browser.post('/admin/mail/test', { to: 'me@example.org' }, headers),
      await browser.send('PATCH', `/admin/players/${alex.id}`, { superuser: true }, headers),
    ]

    assert.deepEqual(replies.map(outcome), ['409 auth.noemail', '409 auth.noemail', '200', '200'])
    assert.deepEqual(await mailed(site), ['superuser-made to alex@example.org'])
  },
)
