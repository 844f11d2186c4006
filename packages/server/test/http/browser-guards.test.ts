import assert from 'node:assert/strict'
import { endpoints } from '@portal/contract'
import { readBuiltPages } from '../../src/http/pages/built-pages.ts'
import { staticPages } from '../../src/http/pages/static-pages.ts'
import { owner } from '../support/administrator.ts'
import type { Reply } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const HTTPS = { PUBLIC_URL: 'https://portal.example' }
const FORUM = 'https://forum.example'
const CAPTCHA = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'secret-key',
}

/** Every address that needs no permission: endpoints, pages, files, the contract, and unknown paths. */
const ADDRESSES = [
  ...Object.values(endpoints).flatMap(({ path, method }) => (method === 'GET' ? [path] : [])),
  ...staticPages(readBuiltPages()).map(({ path }) => path),
  ...(readBuiltPages()?.files ?? []).map(({ path }) => path),
  ...['/docs', '/docs/docs.js', '/docs/docs.css'],
  ...['/nothing', '/%zz'],
].map((path) => path.replace(/:\w+/g, 'x').replace('*', 'x'))

sqliteTest(
  'every response over https has the security headers',
  async (site) => {
    const replies = await Promise.all(
      ADDRESSES.map((path) => site.browser().get(path, { accept: '*/*' })),
    )

    assert.ok(ADDRESSES.length > 60)
    assert.deepEqual(
      replies.flatMap((reply, n) => weaknesses(reply).map((weakness) => [ADDRESSES[n], weakness])),
      [],
    )
  },
  { env: HTTPS },
)

sqliteTest(
  'responses of endpoints may not be cached unless the contract allows it',
  async (site) => {
    const notch = await owner(site)
    const rows = Object.values(endpoints).filter(
      (row) => row.method === 'GET' && !('produces' in row) && !('revalidated' in row),
    )

    const replies = await Promise.all(rows.map(({ path }) => notch.get(path.replace(/:\w+/g, 'x'))))

    assert.ok(replies.filter(({ status }) => status === 200).length > 15)
    assert.deepEqual(
      replies.flatMap(({ headers }, n) =>
        headers['cache-control'] === 'no-store' ? [] : [rows[n]?.path],
      ),
      [],
    )
  },
)

sqliteTest('HSTS is not sent over http', async (site) => {
  const { headers } = await site.browser().get('/config')

  assert.equal(headers['strict-transport-security'], undefined)
})

for (const [what, env] of [
  ['without a captcha', {}],
  ['with a captcha', CAPTCHA],
] as const) {
  sqliteTest(
    `a page ${what} may run only scripts of this site and its captcha provider`,
    async (site) => {
      const reply = await site.browser().get('/login', { accept: 'text/html' })

      const policy = policyOf(reply)
      const scripts = policy['script-src'] ?? []
      assert.deepEqual(policy['default-src'], ["'none'"])
      assert.deepEqual(policy['base-uri'], ["'none'"])
      assert.deepEqual(policy['form-action'], ["'self'"])
      assert.deepEqual(
        scripts,
        ["'self'", 'https://challenges.cloudflare.com'].slice(0, what === 'with a captcha' ? 2 : 1),
      )
    },
    { env },
  )
}

sqliteTest(
  'only sites in CORS_ORIGINS may call the API',
  async (site) => {
    const asked = { 'access-control-request-method': 'POST' }
    const origins = [FORUM, 'https://evil.example', 'https://forum.example.evil.example', 'null']

    const allowed = await Promise.all(
      origins.map(async (origin) => {
        const real = await site.browser().get('/auth/me', { origin })
        const before = await site.browser().send('OPTIONS', '/auth/login', undefined, {
          origin,
          ...asked,
        })
        return [real, before].map(({ headers }) => headers['access-control-allow-origin'])
      }),
    )

    assert.deepEqual(allowed, [[FORUM, FORUM], ...Array(3).fill([undefined, undefined])])
  },
  { env: { CORS_ORIGINS: FORUM } },
)

sqliteTest('without CORS_ORIGINS, no other site may call the API', async (site) => {
  const { headers } = await site.browser().get('/auth/me', { origin: FORUM })

  assert.equal(headers['access-control-allow-origin'], undefined)
})

sqliteTest('no path returns a file outside the pages', async (site) => {
  const paths = [
    '/.env',
    '/.git/config',
    '/package.json',
    '/assets/',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/..%5c..%5c..%5cpackage.json',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/textures/..%2f..%2fportal.db',
    '//etc/passwd',
  ]

  const replies = await Promise.all(paths.map((path) => site.browser().get(path)))

  assert.deepEqual(
    replies.map(({ status, body }) => [status >= 400 && status < 500, typeof body?.error]),
    paths.map(() => [true, 'string']),
  )
})

/** Lists the security headers that a response lacks (docs/security.md#output). */
function weaknesses(reply: Reply): string[] {
  const { headers } = reply
  const type = String(headers['content-type'])
  const policy = policyOf(reply)
  const has = {
    hsts: /max-age=31536000/.test(String(headers['strict-transport-security'])),
    nosniff: headers['x-content-type-options'] === 'nosniff',
    referrer: headers['referrer-policy'] === 'no-referrer',
    frames: policy['frame-ancestors']?.join() === "'none'" && headers['x-frame-options'] === 'DENY',
    scripts: !/unsafe|\*|data:|https:(?!\/\/)/.test(String(policy['script-src'] ?? '')),
    nothingByDefault: policy['default-src']?.join() === "'none'",
    charset: !/^text\/|\+xml|json|javascript/.test(type) || /charset=utf-8/i.test(type),
  }
  return Object.entries(has).flatMap(([name, isThere]) => (isThere ? [] : [name]))
}

/** Parses the directives of a Content-Security-Policy. */
function policyOf({ headers }: Reply): Record<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values]
    }),
  )
}
