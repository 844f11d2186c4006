import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listFindings } from '../../src/admin/overview/finding-store.ts'
import { bearer, outcome, type Reply, setCookies, tally } from '../support/browser.ts'
import { PASSWORD, type Site, type SiteOptions } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { findNginx, type Passing, startNginx } from './nginx.ts'

/** Addresses of two visitors and the proxy: on Linux all of 127.0.0.0/8 is this machine. */
const STEVE = '127.0.0.2'
const ALEX = '127.0.0.3'
const PROXY = '127.0.0.1'

/** These tests need nginx; `.ci/run` installs it where it can. */
const program = process.platform === 'linux' ? findNginx() : undefined
if (program !== undefined) tellStories(program)

function tellStories(nginx: string): void {
  for (const trust of ['1', '127.0.0.1/32']) {
    nginxTest(
      `behind nginx, every visitor has a separate limit (TRUST_PROXY ${trust})`,
      async (_site, { port }) => {
        const [sendLogins, accounts] = [loginSender(port), registrars(port)]

        const [steves, alexs] = await Promise.all([sendLogins(STEVE, 70), sendLogins(ALEX, 70)])
        const [stevesNew, alexsNew] = await Promise.all([accounts(STEVE, 7), accounts(ALEX, 7)])

        for (const replies of [steves, alexs]) assert.deepEqual(tally(replies), ONE_LIMIT)
        for (const replies of [stevesNew, alexsNew]) {
          assert.deepEqual(tally(replies), { '201': 5, '429 request.toomany': 2 })
        }
      },
      { env: { TRUST_PROXY: trust }, instances: 2 },
    )

    nginxTest(
      `behind nginx, headers that a visitor forges have no effect (TRUST_PROXY ${trust})`,
      async (_site, { port }) => {
        const sendLogins = loginSender(port)

        const forged = await sendLogins(STEVE, 70, (turn) => ({
          'x-forwarded-for': turn % 2 ? `198.51.100.${turn}` : `${ALEX}, ${PROXY}`,
          'x-real-ip': ALEX,
          forwarded: `for=${ALEX}`,
        }))
        const victims = await sendLogins(ALEX, 60)

        assert.deepEqual(tally(forged), ONE_LIMIT)
        assert.deepEqual(tally(victims), { '400 request.invalid': 60 })
      },
      { env: { TRUST_PROXY: trust } },
    )

    nginxTest(
      `behind nginx, a session stores the visitor’s own address (TRUST_PROXY ${trust})`,
      async (_site, { port }) => {
        const registered = await registrar(port, STEVE, 'Steve', { 'x-forwarded-for': ALEX })
        const headers = bearer(registered.body.accessToken)
        const list = await send(port, STEVE, { method: 'POST', path: '/auth/sessions/me', headers })

        assert.equal(list.body.current.ip, STEVE)
      },
      { env: { TRUST_PROXY: trust } },
    )
  }

  for (const trust of ['off', '127.0.0.1/32']) {
    nginxTest(
      `a caller who bypasses nginx cannot forge an address (TRUST_PROXY ${trust})`,
      async (site) => {
        const sendLogins = loginSender(portsOf(site)[0] ?? 0)

        const forged = await sendLogins(STEVE, 70, (turn) => ({
          'x-forwarded-for': `198.51.100.${turn}`,
        }))
        const victims = await sendLogins(ALEX, 60, () => ({ 'x-forwarded-for': STEVE }))

        assert.deepEqual(tally(forged), ONE_LIMIT)
        assert.deepEqual(tally(victims), { '400 request.invalid': 60 })
      },
      { env: { TRUST_PROXY: trust } },
    )
  }

  nginxTest(
    'behind an nginx that TRUST_PROXY does not name, all visitors share one limit',
    async (site, { port }) => {
      const sendLogins = loginSender(port)

      const replies = await Promise.all([sendLogins(STEVE, 40), sendLogins(ALEX, 40)])

      assert.deepEqual(tally(replies.flat()), {
        '400 request.invalid': 60,
        '429 request.toomany': 20,
      })
      await waitUntil(async () => (await listFindings(site.app.db)).length > 0)
      const findings = await listFindings(site.app.db)
      assert.deepEqual(
        findings.map((finding) => ({ ...finding })),
        [{ name: 'proxy.untrusted', detail: PROXY, at: site.now() }],
      )
      const warnings = site.logLines.map((line) => JSON.parse(line)).filter(({ peer }) => peer)
      assert.deepEqual(
        warnings.map(({ level, peer }) => [level, peer]),
        [
          ['warn', PROXY],
          ['warn', PROXY],
        ], // each instance separately
      )
    },
    { instances: 2 },
  )

  nginxTest(
    'nginx passes cookies and HSTS on unchanged if the site uses https',
    async (_site, { port }) => {
      const registered = await registrar(port, STEVE, 'Steve')
      const set = setCookies(registered)
      const cookie = Object.entries(set).map(([name, { value }]) => `${name}=${value}`)
      const refreshed = await send(port, STEVE, {
        method: 'POST',
        path: '/auth/refresh',
        headers: { cookie: cookie.join('; '), 'x-csrf-token': set.portal_csrf?.value ?? '' },
      })

      const lasting = ['Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure']
      assert.deepEqual(set.portal_refresh?.attributes, ['HttpOnly', ...lasting])
      assert.deepEqual(set.portal_csrf?.attributes, lasting)
      assert.ok(set.portal_device?.attributes.includes('Secure'))
      assert.equal(refreshed.status, 200)
      assert.equal(setCookies(refreshed).portal_refresh?.attributes.includes('Secure'), true)
      for (const { headers } of [registered, refreshed]) {
        assert.equal(headers['strict-transport-security'], 'max-age=31536000')
      }
    },
    { env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://portal.example' }, instances: 2 },
    'as delivered',
  )

  for (const trust of ['off', '1']) {
    for (const passing of ['forwarded-for', 'nothing'] as const) {
      nginxTest(
        `visitors cannot read the metrics through an nginx that forwards ${passing} (TRUST_PROXY ${trust})`,
        async (site, { port }) => {
          const path = '/metrics'
          const passedOn = await send(port, PROXY, { path })
          const hostForged = await send(port, PROXY, { path, headers: { host: 'localhost' } })
          const own = await send(portsOf(site)[0] ?? 0, PROXY, { path })

          assert.deepEqual([passedOn, hostForged].map(outcome), [FORBIDDEN, FORBIDDEN])
          assert.equal(own.status, 200)
        },
        { env: { TRUST_PROXY: trust } },
        passing,
      )
    }
  }

  /** Runs a test on SQLite, with nginx in front of all instances. */
  function nginxTest(
    name: string,
    run: (site: Site, proxy: { port: number }) => Promise<void>,
    options: SiteOptions = {},
    passing: Passing = 'forwarded-for',
  ): void {
    sqliteTest(
      name,
      async (site) => {
        for (const { server } of site.instances) await server.listen({ host: PROXY, port: 0 })
        await using proxy = await startNginx(nginx, portsOf(site), passing)
        await run(site, proxy)
      },
      options,
    )
  }
}

const FORBIDDEN = '403 auth.forbidden'

/** The responses to seventy attempts with a limit of sixty. */
const ONE_LIMIT = { '400 request.invalid': 60, '429 request.toomany': 10 }

type Headers = Record<string, string>

function portsOf(site: Site): number[] {
  return site.instances.map(({ server }) => (server.server.address() as AddressInfo).port)
}

/** Sends malformed sign-ins, which count towards the limit of sixty per address and cost no hashing. */
function loginSender(port: number) {
  return (visitor: string, times: number, headers: (turn: number) => Headers = () => ({})) =>
    Promise.all(
      Array.from({ length: times }, (_, turn) =>
        send(port, visitor, {
          method: 'POST',
          path: '/auth/login',
          body: {},
          headers: headers(turn),
        }),
      ),
    )
}

function registrars(port: number) {
  return (visitor: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, turn) =>
        registrar(port, visitor, `New_${visitor.replaceAll('.', '_')}_${turn}`),
      ),
    )
}

function registrar(port: number, visitor: string, username: string, headers: Headers = {}) {
  const body = { username, email: `${username}@example.org`, password: PASSWORD }
  return send(port, visitor, { method: 'POST', path: '/auth/register', body, headers })
}

/** Sends one request from an address of this machine, over its own connection. */
async function send(
  port: number,
  visitor: string,
  what: { method?: string; path: string; body?: object; headers?: Headers },
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const outgoing = request({
    host: PROXY,
    port,
    localAddress: visitor,
    agent: false,
    method: what.method ?? 'GET',
    path: what.path,
    headers: { ...(what.body && { 'content-type': 'application/json' }), ...what.headers },
  })
  outgoing.once('error', reject)
  outgoing.once('response', (incoming) => {
    text(incoming).then((answer) => {
      resolve(replyOf(incoming.statusCode ?? 0, incoming.headers, answer))
    }, reject)
  })
  outgoing.end(what.body && JSON.stringify(what.body))
  return promise
}

function replyOf(status: number, headers: IncomingHttpHeaders, answer: string): Reply {
  const isJson = headers['content-type']?.includes('json') && answer !== ''
  return { status, headers, text: answer, body: isJson ? JSON.parse(answer) : undefined }
}
