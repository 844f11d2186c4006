import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { bearer, outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const TOKEN = 'a-token-only-prometheus-has'
const OUTSIDE = '198.51.100.7'
const LET_IN = '200'
const REFUSED = '403 auth.forbidden'

type Headers = Record<string, string>

async function ask(site: Site, ip: string, headers: Headers = {}): Promise<string> {
  return outcome(await site.browser({ ip }).get('/metrics', headers))
}

sqliteTest(
  'without METRICS_TOKEN only programs on the same machine can read the metrics',
  async (site) => {
    const own = ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1']
    const others = [OUTSIDE, '10.0.0.1', '192.168.1.5', '128.0.0.1', '::ffff:10.0.0.1', 'fd00::1']

    const ownSeen = await Promise.all(own.map((ip) => ask(site, ip)))
    const othersSeen = await Promise.all(others.map((ip) => ask(site, ip)))
    const head = await site.browser({ ip: OUTSIDE }).send('HEAD', '/metrics')

    assert.deepEqual(
      ownSeen,
      own.map(() => LET_IN),
    )
    assert.deepEqual(
      othersSeen,
      others.map(() => REFUSED),
    )
    assert.deepEqual([head.status, head.text], [403, ''])
  },
)

const PASSED_ON: Headers[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-proto': 'http' },
  { via: '1.1 proxy' },
  { host: 'portal.example' },
  { host: 'localhost.portal.example' },
  { host: 'portal.localhost' },
  { host: '127.0.0.1.portal.example' },
]

for (const trust of ['off', '1', '127.0.0.1']) {
  sqliteTest(
    `a request forwarded by a proxy cannot read the metrics as local (TRUST_PROXY ${trust})`,
    async (site) => {
      const passedOn = await Promise.all(
        PASSED_ON.map((headers) => ask(site, '127.0.0.1', headers)),
      )
      const forged = await ask(site, OUTSIDE, {
        'x-forwarded-for': '127.0.0.1',
        host: 'localhost',
      })
      const own = await ask(site, '127.0.0.1', { host: 'localhost:8080' })

      assert.deepEqual(
        passedOn,
        PASSED_ON.map(() => REFUSED),
      )
      assert.deepEqual([forged, own], [REFUSED, LET_IN])
    },
    { env: { TRUST_PROXY: trust } },
  )
}

sqliteTest(
  'a request forwarded by nginx with its default settings cannot read the metrics',
  async (site) => {
    await site.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = site.server.server.address() as AddressInfo

    const old = await speak(port, 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')
    const present = await speak(
      port,
      'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    )
    const nameless = await speak(port, 'GET /metrics HTTP/1.0\r\n\r\n')

    assert.match(old, /^HTTP\/1\.1 403 /)
    assert.match(present, /^HTTP\/1\.1 200 /)
    assert.match(nameless, /^HTTP\/1\.1 403 /)
  },
)

sqliteTest(
  'METRICS_TOKEN allows reading the metrics from anywhere, and no other token does',
  async (site) => {
    const good = [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]
    const bad = [
      TOKEN,
      'Bearer',
      'Bearer ',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.toUpperCase()}`,
      `Bearer ${TOKEN} x`,
    ]

    const goodSeen = await Promise.all(
      good.map((authorization) => ask(site, OUTSIDE, { authorization })),
    )
    const badSeen = await Promise.all(
      bad.map((authorization) => ask(site, OUTSIDE, { authorization })),
    )
    const throughProxy = await ask(site, '127.0.0.1', {
      ...bearer(TOKEN),
      'x-forwarded-for': OUTSIDE,
      host: 'portal.example',
    })

    assert.deepEqual(
      goodSeen,
      good.map(() => LET_IN),
    )
    assert.deepEqual(
      badSeen,
      bad.map(() => REFUSED),
    )
    assert.equal(throughProxy, LET_IN)
  },
  { env: { METRICS_TOKEN: TOKEN } },
)

sqliteTest('without METRICS_TOKEN no token allows reading the metrics', async (site) => {
  const steve = await site.player('Steve')

  const seen = await Promise.all(
    ['Bearer ', 'Bearer undefined', 'Bearer null', `Bearer ${steve.accessToken}`].map(
      (authorization) => ask(site, OUTSIDE, { authorization }),
    ),
  )

  assert.deepEqual(
    seen,
    seen.map(() => REFUSED),
  )
})

/** Sends raw bytes, and returns the response. */
async function speak(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}
