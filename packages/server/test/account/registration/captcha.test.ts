import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publicSettingsOf } from '@portal/contract'
import { MAX_FAILED_ATTEMPTS_WITH_CAPTCHA } from '../../../src/security/lockout/login-lockout.ts'
import { defaultSettings } from '../../../src/settings/setting.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

/** Opens a provider on this machine that accepts the tokens `good-<action>`. */
async function openProvider() {
  const asked: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    asked.push(form)
    const [verdict, action] = (form.get('response') ?? '').split('-')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: verdict === 'good', action, 'error-codes': [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  server.unref()
  return { asked, url: `http://127.0.0.1:${port}/siteverify` }
}

const provider = await openProvider()
const KEYS = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'the-secret-key',
  CAPTCHA_VERIFY_URL: provider.url,
}

function register(site: Site, captcha?: string) {
  return site
    .browser()
    .post(
      '/auth/register',
      { username: 'Steve', email: 'steve@example.org', password: PASSWORD },
      captcha ? { captcha } : {},
    )
}

sqliteTest(
  'with captcha keys, register, login, reset and verify each require their own captcha',
  async (site) => {
    const without = await register(site)
    const foreign = await register(site, 'good-login')
    const refused = await register(site, 'bad-register')
    const registered = await register(site, 'good-register')
    const login = (captcha?: string) =>
      site.browser().logIn('Steve', PASSWORD, captcha ? { captcha } : {})
    const bare = await login()
    const good = await login('good-login')
    const reset = await site
      .browser()
      .post('/auth/reset', { email: 'steve@example.org' }, { captcha: 'good-register' })
    const verify = await site
      .browser()
      .post('/auth/verify', { code: '123456' }, bearer(registered.body.accessToken))

    for (const reply of [without, foreign, refused, bare, reset, verify]) {
      assert.deepEqual([reply.status, reply.body.error], [400, 'captcha.invalid'])
    }
    assert.deepEqual([registered.status, good.status], [201, 200])
    assert.equal(provider.asked.at(-1)?.get('secret'), 'the-secret-key')
  },
  { env: KEYS },
)

sqliteTest(
  "the public configuration contains the captcha's site key, never its secret",
  async (site) => {
    const { status, body, text } = await site.browser().get('/config')

    assert.equal(status, 200)
    assert.deepEqual(body, {
      ...publicSettingsOf(defaultSettings({ smtpUrl: '' })),
      waitsForOwner: false,
      pages: [],
      agreements: [],
      version: site.app.version,
      languages: ['ru', 'en'],
      passkeys: true,
      identityProviders: [],
      captcha: { provider: 'turnstile', siteKey: 'site-key' },
    })
    assert.ok(!text.includes('the-secret-key'))
  },
  { env: KEYS },
)

sqliteTest(
  'with captcha keys, more failed attempts are allowed before the lockout',
  async (site) => {
    await register(site, 'good-register')
    const miss = () => site.browser().logIn('Steve', 'wrong wrong', { captcha: 'good-login' })

    const statuses = []
    for (let n = 0; n <= MAX_FAILED_ATTEMPTS_WITH_CAPTCHA; n += 1)
      statuses.push((await miss()).status)

    assert.deepEqual(statuses, [...Array(MAX_FAILED_ATTEMPTS_WITH_CAPTCHA).fill(401), 429])
  },
  { env: KEYS },
)

sqliteTest(
  'registrations get 503 while the captcha provider is down',
  async (site) => {
    const reply = await register(site, 'good-register')

    assert.deepEqual([reply.status, reply.body.error], [503, 'captcha.unavailable'])
    assert.equal(reply.headers['retry-after'], '5')
  },
  { env: { ...KEYS, CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify' } },
)

sqliteTest('without captcha keys no captcha is required', async (site) => {
  const { body } = await site.browser().get('/config')
  const registered = await register(site)

  assert.equal(body.captcha, null)
  assert.equal(registered.status, 201)
})
