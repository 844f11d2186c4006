import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@portal/contract'
import { insertMail, markHeld } from '../../../src/mail/outbox-store.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { bearer, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { samplesOf, scrape } from './prometheus.ts'

const OUTSIDE = '198.51.100.7'

sqliteTest(
  'the metrics count requests by method, route and status, and have a histogram of their times',
  async (site) => {
    const steve = await site.player('Steve')
    const prometheus = site.browser()
    await steve.browser.get('/auth/me', bearer(steve.accessToken))
    await steve.browser.get('/auth/me', bearer(steve.accessToken))
    await steve.browser.get('/auth/me')
    await steve.browser.delete('/auth/sessions/no-such-session', bearer(steve.accessToken))
    await steve.browser.get('/no/such/page?at=all')
    await steve.browser.get('/docs/docs.js')
    await steve.browser.send('PUT', '/auth/login')

    const first = await scrape(prometheus)
    const second = await scrape(prometheus)

    const requests = {
      'POST /auth/register 201': 1,
      'GET /auth/me 200': 2,
      'GET /auth/me 401': 1,
      'DELETE /auth/sessions/:id 404': 1,
      'GET none 404': 1,
      'GET page 200': 1,
      'PUT none 405': 1,
    }
    assert.deepEqual(first.values('portal_http_requests_total'), requests)
    assert.deepEqual(second.values('portal_http_requests_total'), {
      ...requests,
      'GET /metrics 200': 1,
    })
    assert.deepEqual(first.values('portal_http_request_duration_seconds_count'), {
      'POST /auth/register': 1,
      'GET /auth/me': 3,
      'DELETE /auth/sessions/:id': 1,
      'GET none': 1,
      'GET page': 1,
      'PUT none': 1,
    })
    const buckets = Object.entries(first.values('portal_http_request_duration_seconds_bucket'))
      .filter(([labels]) => labels.startsWith('GET /auth/me '))
      .map(([, value]) => value)
    assert.equal(buckets.length, 12)
    assert.deepEqual(
      buckets,
      buckets.toSorted((a, b) => a - b),
    )
    assert.equal(buckets.at(-1), 3)
    const sums = first.values('portal_http_request_duration_seconds_sum')
    assert.ok((sums['POST /auth/register'] ?? 0) > 0)
  },
)

sqliteTest(
  'the metrics count sign-ins by outcome, and exceeded limits by the name of the limit',
  async (site) => {
    const steve = await site.player('Steve')
    const headers = bearer(steve.accessToken)
    const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
    const code = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
    await steve.browser.post('/cabinet/2fa/enable', { code: code() }, headers)
    site.wait(30 * SECOND)
    const client = site.browser({ ip: OUTSIDE })
    const logIn = (login: string, password: string, totp?: string) =>
      client.post('/auth/login', { username_or_email: login, password, totp })

    await logIn('Steve', PASSWORD)
    await logIn('Steve', PASSWORD, '000000')
    await logIn('Steve', PASSWORD, code())
    await logIn('Nobody', PASSWORD)
    for (let turn = 0; turn < site.app.maxFailedAttempts; turn += 1)
      await logIn('Steve', 'a wrong guess')
    await logIn('Steve', PASSWORD)
    const triesLeft = endpoints.login.limits[0].calls - 5 - site.app.maxFailedAttempts
    const replies = await Promise.all(
      Array.from({ length: triesLeft + 5 }, () => client.post('/auth/login', {})),
    )

    const { values } = await scrape(site.browser())
    assert.deepEqual(values('portal_login_total'), {
      'code-missing': 1,
      'wrong-code': 1,
      accepted: 1,
      'wrong-credentials': 1 + site.app.maxFailedAttempts,
      paused: 1,
    })
    assert.deepEqual(tally(replies), { '400 request.invalid': triesLeft, '429 request.toomany': 5 })
    assert.deepEqual(values('portal_rate_limited_total'), { login: 5 })
  },
)

const LEAKED = 'a phrase that leaked once'
let isListAway = false
const leaks = createServer((_request, response) => {
  if (isListAway) return response.writeHead(500).end()
  const digits = createHash('sha1').update(LEAKED).digest('hex').toUpperCase()
  return response.end(`${digits.slice(5)}:17\r\n`)
})
await new Promise<void>((resolve) => leaks.listen(0, '127.0.0.1', resolve))
leaks.unref()

sqliteTest(
  'the metrics count how new passwords were checked against the breach list',
  async (site) => {
    const register = (turn: number, password: string) =>
      site.browser({ ip: `198.51.100.${turn}` }).post('/auth/register', {
        username: `Steve${turn}`,
        email: `${turn}@example.org`,
        password,
      })

    isListAway = false
    const listed = [
      await register(1, LEAKED),
      await register(2, PASSWORD),
      await register(3, PASSWORD),
    ]
    isListAway = true
    const unchecked = []
    for (let turn = 4; turn < 13; turn += 1) unchecked.push(await register(turn, LEAKED))

    const { values } = await scrape(site.browser())
    assert.deepEqual(tally(listed), { '400 password.breached': 1, '201': 2 })
    assert.deepEqual(tally(unchecked), { '201': 9 })
    assert.deepEqual(values('portal_leak_checks_total'), {
      hit: 1,
      miss: 2,
      failure: 5,
      skipped: 4,
    })
  },
  {
    settings: { leakCheck: 'on' },
    env: { BREACH_API_URL: `http://127.0.0.1:${(leaks.address() as AddressInfo).port}` },
  },
)

siteTest('the metrics report unsent mails, queues and the version', async (site) => {
  await site.player('Steve')
  const now = site.now()
  for (const id of ['a', 'b', 'c', 'd']) {
    await insertMail(site.app.db, {
      id,
      kind: 'reset',
      lane: 0,
      recipient: 'steve@example.org',
      sealedMail: '',
      createdAt: now + 60 * SECOND,
    })
  }
  await site.app.db.updateTable('outbox').set({ dead_at: now }).where('id', '=', 'a').execute()
  await markHeld(site.app.db, 'd', now)

  const { values } = await scrape(site.browser())

  assert.deepEqual(values('portal_mail_outbox'), { waiting: 2, dead: 1, held: 1 })
  assert.deepEqual(values('portal_hashing_queue'), { running: 0, waiting: 0 })
  assert.deepEqual(values('portal_login_queue'), { running: 0, waiting: 0 })
  assert.deepEqual(values('portal_build_info'), { [site.app.version]: 1 })
  assert.ok((values('process_resident_memory_bytes')[''] ?? 0) > 1e6)
})

siteTest('all metrics except mails are reported while the database is down', async (site) => {
  await site.player('Steve')
  await site.app.db.destroy()

  const { values } = await scrape(site.browser())

  assert.deepEqual(values('portal_mail_outbox'), {})
  assert.deepEqual(values('portal_http_requests_total'), { 'POST /auth/register 201': 1 })
})

sqliteTest('the metrics are sent in the text format of Prometheus', async (site) => {
  const [first, second] = [
    await site.browser().get('/metrics'),
    await site.browser().get('/metrics'),
  ]

  for (const { text, headers } of [first, second]) {
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    const typed = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)]
    const helped = [...text.matchAll(/^# HELP (\S+) \S/gm)]
    const names = typed.map(([, name]) => name)
    assert.deepEqual(
      helped.map(([, name]) => name),
      names,
    )
    assert.deepEqual([...new Set(names)], names)
    const bare = samplesOf(text).map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
    assert.deepEqual(
      bare.filter((name) => !names.includes(name)),
      [],
    )
  }
})
