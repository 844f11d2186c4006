import assert from 'node:assert/strict'
import { bearer, outcome, tally } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const CLIENT = '198.51.100.7'
const OUTSIDE = '203.0.113.9'
const FORGED = '192.0.2.66'

/** Returns the address that the site records for a sign-in from a peer with these headers. */
async function addressSeen(site: Site, peer: string, headers: Record<string, string>) {
  const browser = site.browser({ ip: peer })
  const { body } = await browser.logIn('Steve', PASSWORD, headers)
  const list = await browser.post('/auth/sessions/me', undefined, bearer(body.accessToken))
  return list.body.current.ip
}

/** Returns the recorded addresses for several values of X-Forwarded-For. */
async function addressesSeen(site: Site, peer: string, values: readonly string[]) {
  const seen: string[] = []
  for (const value of values) seen.push(await addressSeen(site, peer, { 'x-forwarded-for': value }))
  return seen
}

/** Sends malformed sign-ins, which count towards the limit of sixty per address and cost no hashing. */
function sendLogins(
  site: Site,
  peer: string,
  forwardedFor: (turn: number) => string,
  times: number,
) {
  const browser = site.browser({ ip: peer })
  return Promise.all(
    Array.from({ length: times }, (_, turn) =>
      browser.post('/auth/login', '{}', { 'x-forwarded-for': forwardedFor(turn) }),
    ),
  )
}

function everyForgery(turn: number): string {
  return `10.1.${turn}.1, 192.0.2.${turn}`
}

sqliteTest('without TRUST_PROXY, no header changes the caller’s address', async (site) => {
  await site.player('Steve')
  const headers = {
    'x-forwarded-for': FORGED,
    forwarded: `for=${FORGED}`,
    'x-real-ip': FORGED,
    'x-client-ip': FORGED,
    'cf-connecting-ip': FORGED,
    'true-client-ip': FORGED,
  }

  const seen = [
    await addressSeen(site, OUTSIDE, headers),
    await addressSeen(site, '127.0.0.1', headers),
    await addressSeen(site, '10.0.0.1', headers),
  ]

  assert.deepEqual(seen, [OUTSIDE, '127.0.0.1', '10.0.0.1'])
})

sqliteTest(
  'without TRUST_PROXY, requests with forged addresses share the limit of their sender',
  async (site) => {
    const forged = await sendLogins(site, OUTSIDE, everyForgery, 61)
    const other = await sendLogins(site, FORGED, () => OUTSIDE, 1)

    assert.deepEqual(tally(forged), { '400 request.invalid': 60, '429 request.toomany': 1 })
    assert.deepEqual(other.map(outcome), ['400 request.invalid'])
  },
)

sqliteTest(
  'behind one proxy, the last forwarded address is the client’s address',
  async (site) => {
    await site.player('Steve')

    const seen = await addressesSeen(site, '10.0.0.1', [
      CLIENT,
      `${FORGED}, ${CLIENT}`,
      `${FORGED},10.0.0.1,127.0.0.1,  ${CLIENT}  `,
    ])
    const direct = await addressSeen(site, '10.0.0.1', {})

    assert.deepEqual(seen, [CLIENT, CLIENT, CLIENT])
    assert.equal(direct, '10.0.0.1')
  },
  { env: { TRUST_PROXY: '1' } },
)

sqliteTest(
  'behind one proxy, every visitor has a separate limit despite forged addresses',
  async (site) => {
    const forged = await sendLogins(site, '10.0.0.1', (turn) => `10.1.${turn}.1, ${CLIENT}`, 61)
    const neighbour = await sendLogins(site, '10.0.0.1', () => OUTSIDE, 1)

    assert.deepEqual(tally(forged), { '400 request.invalid': 60, '429 request.toomany': 1 })
    assert.deepEqual(neighbour.map(outcome), ['400 request.invalid'])
  },
  { env: { TRUST_PROXY: '1' } },
)

sqliteTest(
  'behind two proxies, the second to last forwarded address is the client’s',
  async (site) => {
    await site.player('Steve')

    const seen = await addressesSeen(site, '10.0.0.1', [
      `${FORGED}, ${CLIENT}, 10.0.0.2`,
      `${CLIENT}, 10.0.0.2`,
      CLIENT, // it passed only one proxy
    ])

    assert.deepEqual(seen, [CLIENT, CLIENT, CLIENT])
  },
  { env: { TRUST_PROXY: '2' } },
)

sqliteTest(
  'only trusted proxies may forward addresses',
  async (site) => {
    await site.player('Steve')
    const chain = `${FORGED}, ${CLIENT}, 10.9.9.9, 192.0.2.1`

    const named = [
      await addressesSeen(site, '10.1.2.3', [chain]),
      await addressesSeen(site, '192.0.2.1', [chain]),
      await addressesSeen(site, '2001:db8:5::1', [chain]),
    ].flat()
    const outside = [
      await addressesSeen(site, OUTSIDE, [chain]),
      await addressesSeen(site, '11.1.2.3', [chain]),
      await addressesSeen(site, '192.0.2.2', [chain]),
      await addressesSeen(site, '127.0.0.1', [chain]),
      await addressesSeen(site, '2001:db9::1', [chain]),
    ].flat()

    assert.deepEqual(named, [CLIENT, CLIENT, CLIENT])
    assert.deepEqual(outside, [OUTSIDE, '11.1.2.3', '192.0.2.2', '127.0.0.1', '2001:db9::1'])
  },
  { env: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.1, 2001:db8::/32' } },
)

sqliteTest(
  'a caller who is not a trusted proxy cannot evade a limit by forging addresses',
  async (site) => {
    const forged = await sendLogins(site, OUTSIDE, everyForgery, 61)
    const proxied = await sendLogins(site, '10.0.0.1', () => OUTSIDE, 1)

    assert.deepEqual(tally(forged), { '400 request.invalid': 60, '429 request.toomany': 1 })
    assert.deepEqual(proxied.map(outcome), ['429 request.toomany']) // the same address through another proxy
  },
  { env: { TRUST_PROXY: '10.0.0.0/8' } },
)

sqliteTest('an IPv4-mapped address of a caller is treated as IPv4', async (site) => {
  await site.player('Steve')

  const seen = await addressSeen(site, `::ffff:${OUTSIDE}`, { 'x-forwarded-for': FORGED })
  const mapped = await sendLogins(site, `::FFFF:${OUTSIDE}`, () => FORGED, 59)
  const plain = await sendLogins(site, OUTSIDE, () => FORGED, 1)

  assert.equal(seen, OUTSIDE)
  assert.deepEqual(tally(mapped), { '400 request.invalid': 59 })
  assert.deepEqual(plain.map(outcome), ['429 request.toomany'])
})

for (const trust of ['1', '10.0.0.0/8', '::ffff:10.0.0.1']) {
  sqliteTest(
    `a proxy on an IPv6 socket is recognized by its IPv4 address (TRUST_PROXY ${trust})`,
    async (site) => {
      await site.player('Steve')

      const seen = [
        ...(await addressesSeen(site, '::ffff:10.0.0.1', [CLIENT, `::ffff:${CLIENT}`])),
        ...(await addressesSeen(site, '10.0.0.1', [CLIENT, `::ffff:${CLIENT}`])),
      ]

      assert.deepEqual(seen, [CLIENT, CLIENT, CLIENT, CLIENT])
    },
    { env: { TRUST_PROXY: trust } },
  )
}

for (const trust of ['1', '10.0.0.0/8']) {
  sqliteTest(
    `a forwarded text that is not an address is ignored (TRUST_PROXY ${trust})`,
    async (site) => {
      await site.player('Steve')

      const seen = await addressesSeen(site, '10.0.0.1', [
        '',
        ' , ,',
        'unknown',
        '_hidden',
        '999.1.1.1',
        '198.51.100',
        '<script>alert(1)</script>',
        `${FORGED}, unknown`,
        'x'.repeat(4000),
      ])

      assert.deepEqual(new Set(seen), new Set(['10.0.0.1']))
    },
    { env: { TRUST_PROXY: trust } },
  )
}

for (const trust of ['2', '10.0.0.0/8']) {
  sqliteTest(
    `if a forwarded address is invalid, the proxy that sent it is the client (TRUST_PROXY ${trust})`,
    async (site) => {
      await site.player('Steve')

      const seen = await addressesSeen(site, '10.0.0.1', [
        'unknown, 10.0.0.2',
        `${FORGED}, unknown, 10.0.0.2`,
      ])

      assert.deepEqual(seen, ['10.0.0.2', '10.0.0.2'])
    },
    { env: { TRUST_PROXY: trust } },
  )
}

sqliteTest(
  'invalid text before the last forwarded address has no effect',
  async (site) => {
    await site.player('Steve')

    const seen = await addressesSeen(site, '10.0.0.1', [
      `unknown, ${CLIENT}`,
      `${FORGED}, unknown, ${CLIENT}`,
      `'; drop table player; --, ${CLIENT}`,
    ])

    assert.deepEqual(seen, [CLIENT, CLIENT, CLIENT])
  },
  { env: { TRUST_PROXY: '10.0.0.0/8' } },
)
