import assert from 'node:assert/strict'
import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { owner } from '../support/administrator.ts'
import { bearer, outcome, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const CALLER = '66.66.66.67'
const SPELLINGS = [
  ...[CALLER, `${CALLER}:5678`, `[${CALLER}]:9`, `::ffff:${CALLER}`, '::FFFF:4242:4243'],
  ...['0::ffff:4242:4243', '0:0:0:0:0:ffff:4242:4243', '[::ffff:4242:4243]:443'],
  ...['0000:0000:0000:0000:0000:ffff:4242:4243', `[::ffff:${CALLER}]`, '::ffff:4242:4243%eth0'],
]

/** Sends requests through a proxy that writes its caller's address in this form. */
function throughProxy(site: Site, spelling: string) {
  const browser = site.browser({ ip: '10.0.0.1' })
  const headers = { 'x-forwarded-for': spelling }
  return {
    logIn: () => browser.post('/auth/login', '{}', headers),
    ping: (key: object) => browser.get('/auth/launcher/ping', { ...headers, ...key }),
    async addressSeen(): Promise<string> {
      const { body } = await browser.logIn('Steve', PASSWORD, headers)
      const list = await browser.post('/auth/sessions/me', undefined, bearer(body.accessToken))
      return list.body.current.ip
    },
  }
}

for (const trust of ['1', '10.0.0.0/8']) {
  sqliteTest(
    `all spellings of a client’s address behind a proxy count as one address (${trust})`,
    async (site) => {
      await site.player('Steve')
      const { headers: key } = await openLauncher(site, { addresses: ['66.66.66.64/30'] })
      const proxied = SPELLINGS.map((spelling) => throughProxy(site, spelling))

      const seen: string[] = []
      for (const { addressSeen } of proxied) seen.push(await addressSeen())
      const pings = await Promise.all(proxied.map(({ ping }) => ping(key)))
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, turn) => proxied[turn % proxied.length]?.logIn()),
      )
      const other = await throughProxy(site, '66.66.66.68:5678').logIn()

      assert.deepEqual(new Set(seen), new Set([CALLER]))
      assert.deepEqual(tally(pings), { 200: SPELLINGS.length })
      const tried = 60 - SPELLINGS.length // the limit minus the sign-ins
      assert.deepEqual(tally(replies.filter((reply) => reply !== undefined)), {
        '400 request.invalid': tried,
        '429 request.toomany': SPELLINGS.length,
      })
      assert.equal(outcome(other), '400 request.invalid')
    },
    { env: { TRUST_PROXY: trust } },
  )
}

sqliteTest(
  'a trusted proxy is recognized by its address with a port',
  async (site) => {
    await site.player('Steve')

    const seen = [
      await throughProxy(site, `192.0.2.66, ${CALLER}:1234, 10.9.9.9:80`).addressSeen(),
      await throughProxy(site, '192.0.2.66, [2001:db8::1]:1234, [::ffff:a09:909]:80').addressSeen(),
    ]

    assert.deepEqual(seen, [CALLER, '2001:db8::1'])
  },
  { env: { TRUST_PROXY: '10.0.0.0/8' } },
)

siteTest('the panel finds an IP address in every spelling', async (site) => {
  const steve = await site.player('Steve')
  await site.browser({ ip: CALLER }).logIn('Steve', PASSWORD)
  const { get } = await owner(site)
  const found: unknown[] = []

  for (const typed of [CALLER, '::ffff:4242:4243', '0:0:0:0:0:FFFF:4242:4243']) {
    const players = await get('/admin/players', { query: typed })
    const audit = await get('/admin/audit', { ip: typed })
    const [player] = players.body.items
    found.push([player.uuid, audit.body.items[0].ip])
  }

  assert.deepEqual(found, [
    [steve.id, CALLER],
    [steve.id, CALLER],
    [steve.id, CALLER],
  ])
})
