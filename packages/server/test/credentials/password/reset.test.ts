import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { HOUR, MINUTE } from '../../../src/platform/clock.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { confirmed } from './resets.ts'

const NEW_PASSWORD = 'a wholly different phrase'

/** Requests a link from an otherwise unused IP address and returns its hash from the mail. */
async function mailedHash(site: Site, email: string, ip = '198.51.100.1'): Promise<string> {
  await site.browser({ ip }).post('/auth/reset', { email })
  const mails = (await site.mails()).filter(({ subject }) => subject?.startsWith('New password'))
  return /\/reset\?hash=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

sqliteTest('a mailed reset link changes the password', async (site) => {
  const steve = await confirmed(site, await site.player('Steve'))
  const hash = await mailedHash(site, 'STEVE@example.org')
  const browser = site.browser()

  const checked = await browser.post('/auth/password', { hash })
  const changed = await browser.post('/auth/password', { hash, password: NEW_PASSWORD })
  const old = await browser.logIn('Steve', PASSWORD)
  const renewed = await browser.logIn('Steve', NEW_PASSWORD)
  const session = await steve.browser.refresh()

  assert.equal(checked.status, 204)
  assert.equal(changed.status, 204)
  assert.equal(changed.headers['set-cookie'], undefined)
  assert.deepEqual([old.status, renewed.status, session.status], [401, 200, 200])
  const [mail] = (await site.mails()).filter(({ subject }) => subject?.includes('was changed'))
  assert.equal(mail?.to?.[0]?.address, steve.email)
})

sqliteTest('a password reset ends every session if close is set', async (site) => {
  const steve = await site.player('Steve')
  const hash = await mailedHash(site, steve.email)

  await site.browser().post('/auth/password', { hash, password: NEW_PASSWORD, close: true })
  const session = await steve.browser.refresh()

  assert.deepEqual([session.status, session.body.error], [401, 'auth.sessionexpired'])
})

sqliteTest('a reset for an unknown address gets the usual response, but no mail', async (site) => {
  const steve = await site.player('Steve')

  const known = await site.browser().post('/auth/reset', { email: steve.email })
  const unknown = await site.browser().post('/auth/reset', { email: 'nobody@example.org' })

  const { date: _, 'x-request-id': __, ...knownHeaders } = known.headers
  const { date: ___, 'x-request-id': ____, ...unknownHeaders } = unknown.headers
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  assert.deepEqual({ ...knownHeaders, ratelimit: '' }, { ...unknownHeaders, ratelimit: '' })
  assert.equal((await site.mails()).length, 1)
})

sqliteTest('a reset link has 256 bits, and only its SHA-256 is stored', async (site) => {
  const steve = await site.player('Steve')

  const hash = await mailedHash(site, steve.email)

  const links = await site.app.db.selectFrom('reset_link').select('hash').execute()
  assert.equal(Buffer.from(hash, 'base64url').length, 32)
  assert.deepEqual(
    links.map((link) => link.hash),
    [createHash('sha256').update(hash).digest('base64url')],
  )
})

sqliteTest('a reset link works only once and within an hour', async (site) => {
  const steve = await site.player('Steve')
  const browser = site.browser()
  const hash = await mailedHash(site, steve.email)
  const other = await mailedHash(site, steve.email, '198.51.100.2')

  const weak = await browser.post('/auth/password', { hash, password: 'short' })
  const used = await browser.post('/auth/password', { hash, password: NEW_PASSWORD })
  const again = await browser.post('/auth/password', { hash, password: PASSWORD })
  const sibling = await browser.post('/auth/password', { hash: other })
  const late = await mailedHash(site, steve.email, '198.51.100.3')
  site.wait(HOUR)
  const expired = await browser.post('/auth/password', { hash: late })
  const malformed = await browser.post('/auth/password', { hash: "\u0000'; --" })

  assert.deepEqual([weak.status, weak.body.error], [400, 'password.short'])
  assert.equal(used.status, 200)
  for (const reply of [again, sibling, expired, malformed]) {
    assert.deepEqual([reply.status, reply.body.error], [400, 'auth.linkexpired'])
  }
})

siteTest(
  'only one of twenty concurrent uses of a reset link over two instances changes the password',
  async (site) => {
    const steve = await site.player('Steve')
    const hash = await mailedHash(site, steve.email)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        site
          .browser({ instance: turn % 2, ip: `203.0.113.${turn}` })
          .post('/auth/password', { hash, password: `a phrase for turn ${turn} only` }),
      ),
    )

    const winners = replies.flatMap(({ status }, turn) => (status === 200 ? [turn] : []))
    assert.equal(winners.length, 1)
    const reply = await site.browser().logIn('Steve', `a phrase for turn ${winners[0]} only`)
    assert.equal(reply.status, 200)
  },
  { instances: 2 },
)

sqliteTest('reset requests and reset attempts are limited to five an hour each', async (site) => {
  const steve = await site.player('Steve')
  const browser = site.browser()
  const hash = await mailedHash(site, steve.email, '198.51.100.9')

  const requests = []
  for (let count = 0; count < 6; count += 1) {
    requests.push((await browser.post('/auth/reset', { email: 'x@example.org' })).status)
  }
  for (let count = 0; count < 9; count += 1) await browser.post('/auth/password', { hash })
  const tries = []
  for (let count = 0; count < 6; count += 1) {
    const reply = await browser.post('/auth/password', { hash: 'wrong', password: NEW_PASSWORD })
    tries.push(reply.body.error)
  }

  assert.deepEqual(requests, [204, 204, 204, 204, 204, 429])
  assert.deepEqual(tries, [...Array(5).fill('auth.linkexpired'), 'request.toomany'])
})

sqliteTest(
  'an account gets at most five reset links an hour from all addresses together',
  async (site) => {
    const steve = await site.player('Steve')

    for (let turn = 0; turn < 8; turn += 1) {
      await site.browser({ ip: `203.0.113.${turn}` }).post('/auth/reset', { email: steve.email })
    }

    assert.equal((await site.mails()).length, 5)
  },
)

siteTest('a required password change can be made in the account', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  await site.app.db.updateTable('player').set({ password_change_required_at: site.now() }).execute()

  const gated = await steve.browser.get('/cabinet/2fa/generate', headers)
  const me = await steve.browser.get('/auth/me', headers)
  const changed = await steve.browser.post(
    '/cabinet/password',
    { current: PASSWORD, password: NEW_PASSWORD },
    headers,
  )
  const free = await steve.browser.get('/cabinet/2fa/generate', headers)

  assert.deepEqual([gated.status, gated.body.error], [403, 'auth.passwordchangerequired'])
  assert.equal(me.body.user.passwordChangeRequired, true)
  assert.deepEqual([changed.status, free.status], [204, 200])
})

sqliteTest('changing one’s own password requires the current one', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const other = await site.browser().logIn('Steve', PASSWORD)
  const change = (current: string) =>
    steve.browser.post(
      '/cabinet/password',
      { current, password: NEW_PASSWORD, close: true },
      headers,
    )

  const wrong = await change('not my password')
  const good = await change(PASSWORD)
  const mine = await steve.browser.refresh()
  const others = await site
    .browser()
    .post('/auth/refresh', { refresh_token: other.body.refreshToken })
  const statuses = []
  for (let count = 0; count < 9; count += 1) statuses.push((await change('nope')).status)
  site.wait(10 * MINUTE)

  assert.deepEqual([wrong.status, wrong.body.error], [400, 'password.wrong'])
  assert.equal(good.status, 204)
  assert.deepEqual([mine.status, others.status], [200, 401])
  assert.deepEqual(statuses, [...Array(8).fill(400), 429])
})

sqliteTest('a mailed link uses PUBLIC_URL, whatever the request’s host', async (site) => {
  const steve = await site.player('Steve')
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }

  await site.browser().post('/auth/reset', { email: steve.email }, forged)

  const [mail] = await site.mails()
  const links = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) =>
    link.replace(/hash=[\w-]{43}/, 'hash=…'),
  )
  assert.deepEqual([...new Set(links)], ['http://localhost:8080/reset?hash=…'])
})
