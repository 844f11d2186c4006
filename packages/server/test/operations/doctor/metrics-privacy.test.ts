import assert from 'node:assert/strict'
import { endpoints, refusals } from '@portal/contract'
import { confirmed } from '../../credentials/password/resets.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { bearer } from '../../support/browser.ts'
import { containsSecret } from '../../support/contains-secret.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { scrape } from './prometheus.ts'

const TOKEN = 'a-token-only-prometheus-has'
const ATTACKER = '198.51.100.7'

/** All label values that are allowed; none comes from a caller. */
const LABELS: Record<string, RegExp | Set<string>> = {
  method: new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  route: new Set(['none', 'page', ...Object.values(endpoints).map(({ path }) => path)]),
  status: /^[2-5]\d\d$/,
  le: /^(\+Inf|[\d.]+)$/,
  limit: new Set(
    Object.values(endpoints).flatMap((row) =>
      ('limits' in row ? row.limits : []).map(({ name }) => name),
    ),
  ),
  outcome: /^[a-z-]+$/,
  code: new Set(Object.keys(refusals)),
  reason: new Set(['invalidkey', 'untrustedaddress', 'forbidden']),
  state: new Set(['running', 'waiting', 'held', 'dead', 'used', 'idle']),
  pool: new Set(['reads', 'writes']),
  version: /^\d+\.\d+\.\d+$/,
}

sqliteTest(
  'the metrics of a busy day contain no name, address or secret',
  async (site) => {
    const secrets = [...(await beBusy(site)), TOKEN]

    const { text: page, samples } = await scrape(site.browser())

    assert.ok(samples.length > 100)
    for (const secret of secrets)
      assert.equal(containsSecret(secret.toLowerCase(), page.toLowerCase()), false, secret)
    const ours = samples.filter(({ name }) => name.startsWith('portal_'))
    for (const { name, labels } of ours) {
      for (const [label, value] of Object.entries(labels)) {
        const allowed = LABELS[label]
        const fits = allowed instanceof Set ? allowed.has(value) : allowed?.test(value)
        assert.ok(fits, `${name} has ${label}="${value}"`)
      }
    }
  },
  { env: { METRICS_TOKEN: TOKEN } },
)

/** Simulates a day with players, guesses, codes, links and forged requests; returns all personal data. */
async function beBusy(site: Site): Promise<string[]> {
  const steve = await confirmed(site, await site.player('Steve_The_First'))
  const headers = bearer(steve.accessToken)
  const attacker = site.browser({ ip: ATTACKER, agent: 'Secret-Agent/7' })
  const { body: twoFactor } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(twoFactor.secret), stepAt(site.now()))
  await steve.browser.post('/cabinet/2fa/enable', { code }, headers)
  await attacker.logIn(steve.email, PASSWORD)
  for (let turn = 0; turn < 70; turn += 1) await attacker.post('/auth/login', {})
  await attacker.logIn('Somebody_Else', 'a very wrong guess')
  await attacker.post('/auth/reset', { email: steve.email })
  const mails = await site.mails()
  const hash = /hash=([\w-]+)/.exec(mails.map(({ text }) => text).join(''))?.[1] ?? ''
  await attacker.post('/auth/password', { hash, password: 'yet another phrase' })
  const list = await steve.browser.post('/auth/sessions/me', undefined, headers)
  const sessionId = String(list.body.all[0]?.id ?? '')
  await steve.browser.delete(`/auth/sessions/${sessionId}`, headers)
  await steve.browser.refresh()
  await attacker.get(`/a-secret-path/${steve.id}?token=${steve.refreshToken}`)
  await attacker.get('/config', {
    'x-forwarded-for': '203.0.113.99',
    'user-agent': 'Secret-Agent/8',
  })
  const cookies = [...steve.browser.cookies.values()]
  const tokens = [steve.accessToken, steve.refreshToken, twoFactor.secret, code, hash, sessionId]
  const own = [steve.id, steve.username, steve.email, 'example.org', 'Somebody_Else', PASSWORD]
  const sent = [
    ATTACKER,
    '203.0.113.99',
    'Secret-Agent',
    'a-secret-path',
    'very wrong',
    'another phrase',
  ]
  return [...cookies, ...tokens, ...own, ...sent].filter((secret) => secret !== '')
}
