import assert from 'node:assert/strict'
import { endpoints, refusals } from '@portal/contract'
import { confirmed } from '../../credentials/password/resets.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { bearer } from '../../support/browser.ts'
import { stands } from '../../support/contains-secret.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { scrape } from './prometheus.ts'

const TOKEN = 'a-token-only-prometheus-has'
const STRANGER = '198.51.100.7'

/** Everything that our labels may contain, none of which a caller sent. */
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

siteTest(
  'after a busy day the metrics hold nobody’s name, address or secret',
  async (site) => {
    const secrets = [...(await beBusy(site)), TOKEN]

    const { text: page, samples } = await scrape(site.browser())

    assert.ok(samples.length > 100)
    for (const secret of secrets)
      assert.equal(stands(secret.toLowerCase(), page.toLowerCase()), false, secret)
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

/**
 * Fills a day with players, guesses, codes, links and forged requests; returns everything personal.
 */
async function beBusy(site: Site): Promise<string[]> {
  const steve = await confirmed(site, await site.player('Steve_The_First'))
  const headers = bearer(steve.accessToken)
  const stranger = site.browser({ ip: STRANGER, agent: 'Secret-Agent/7' })
  const { body: twoFactor } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(twoFactor.secret), stepAt(site.now()))
  await steve.browser.post('/cabinet/2fa/enable', { code }, headers)
  await stranger.logIn(steve.email, PASSWORD)
  for (let turn = 0; turn < 70; turn += 1) await stranger.post('/auth/login', {})
  await stranger.logIn('Somebody_Else', 'a very wrong guess')
  await stranger.post('/auth/reset', { email: steve.email })
  const mails = await site.mails()
  const hash = /hash=([\w-]+)/.exec(mails.map(({ text }) => text).join(''))?.[1] ?? ''
  await stranger.post('/auth/password', { hash, password: 'yet another phrase' })
  const list = await steve.browser.post('/auth/sessions/me', undefined, headers)
  const sessionId = String(list.body.all[0]?.id ?? '')
  await steve.browser.delete(`/auth/sessions/${sessionId}`, headers)
  await steve.browser.refresh()
  await stranger.get(`/a-secret-path/${steve.id}?token=${steve.refreshToken}`)
  await stranger.get('/config', {
    'x-forwarded-for': '203.0.113.99',
    'user-agent': 'Secret-Agent/8',
  })
  const cookies = [...steve.browser.cookies.values()]
  const tokens = [steve.accessToken, steve.refreshToken, twoFactor.secret, code, hash, sessionId]
  const own = [steve.id, steve.username, steve.email, 'example.org', 'Somebody_Else', PASSWORD]
  const sent = [
    STRANGER,
    '203.0.113.99',
    'Secret-Agent',
    'a-secret-path',
    'very wrong',
    'another phrase',
  ]
  return [...cookies, ...tokens, ...own, ...sent].filter((secret) => secret !== '')
}
