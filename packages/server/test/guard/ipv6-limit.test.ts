import assert from 'node:assert/strict'
import { HOUR } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const LET_IN = '204'
const REFUSED = '429 request.toomany'

/** Requests a reset link from an address, at the instance that `turn` selects. Five requests an hour are allowed. */
function ask(site: Site, ip: string, turn = 0): Promise<Reply> {
  const instance = turn % site.instances.length
  return site.browser({ ip, instance }).post('/auth/reset', { email: 'nobody@example.org' })
}

/** Lists `count` neighboring households, each with an address of its own. */
function households(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `2001:db8:0:${(first + n).toString(16)}::${n}`)
}

/** Sends concurrent requests from all these addresses, six from each by default. */
async function storm(site: Site, addresses: readonly string[], times = 6) {
  const turns = Array.from({ length: times }, (_, turn) => turn)
  const calls = addresses.flatMap((ip) => turns.map((turn) => ask(site, ip, turn)))
  return tally(await Promise.all(calls))
}

function allowanceOf({ headers }: Reply): string {
  return String(headers.ratelimit)
}

siteTest(
  'all addresses of one IPv6 /64 network share their limits',
  async (site) => {
    const used: Reply[] = []
    for (let turn = 1; turn <= 5; turn += 1) {
      used.push(await ask(site, `2001:db8:0:7:${turn}::1`, turn))
    }

    const sixth = await ask(site, '2001:db8:0:7:ffff:ffff:ffff:ffff')
    const neighbour = await ask(site, '2001:db8:0:8::1')

    assert.deepEqual(tally([...used, neighbour]), { [LET_IN]: 6 })
    assert.equal(outcome(sixth), REFUSED)
  },
  { instances: 2 },
)

sqliteTest(
  'IPv6 /56 and /48 networks get ten and a hundred times the limit of a /64',
  async (site) => {
    const first = await storm(site, households(0x100, 20))
    const stranger = await ask(site, '2001:db8:0:1ff::1')
    const neighbour = await ask(site, '2001:db8:0:200::1')
    for (let block = 2; block <= 9; block += 1) await storm(site, households(block << 8, 10), 5)
    await storm(site, households(0xa00, 8), 5)
    const last = await storm(site, households(0xb00, 10))
    const outside = await ask(site, '2001:db8:1::1')

    assert.deepEqual(first, { [LET_IN]: 50, [REFUSED]: 70 })
    assert.deepEqual([stranger, neighbour].map(outcome), [REFUSED, LET_IN])
    // The /48 may send 500: nine blocks (one includes `neighbour`) sent 50 each, and the tenth 40, so ten are left.
    assert.deepEqual(last, { [LET_IN]: 10, [REFUSED]: 50 })
    assert.equal(outcome(outside), LET_IN)
  },
  { instances: 2 },
)

sqliteTest(
  'an IPv6 /64 beyond its limit does not use up the limit of its neighbors',
  async (site) => {
    const noisy = Array.from({ length: 80 }, (_, turn) => ask(site, '2001:db8::1', turn))
    const own = tally(await Promise.all(noisy))
    const neighbours = await storm(site, households(1, 9))

    assert.deepEqual(own, { [LET_IN]: 5, [REFUSED]: 75 })
    assert.deepEqual(neighbours, { [LET_IN]: 45, [REFUSED]: 9 })
  },
  { instances: 2 },
)

sqliteTest(
  'the rate limit headers report the tightest limit of the counted networks',
  async (site) => {
    const one = await ask(site, '2001:db8::1')
    site.wait(HOUR / 2)
    await storm(site, households(1, 9))
    const three = [await ask(site, '2001:db8:0:a::1'), await ask(site, '2001:db8:0:a::1')]
    for (let turn = 0; turn < 2; turn += 1) await ask(site, '2001:db8:0:b::1')
    const full = await ask(site, '2001:db8:0:c::1')
    site.wait(HOUR / 2)
    const later = await ask(site, '2001:db8:0:c::1')

    assert.equal(allowanceOf(one), '"reset-requests";r=4;t=3600')
    assert.deepEqual(three.map(allowanceOf), [
      '"reset-requests";r=3;t=1800', // the /56 may send 50, of which 47 are used
      '"reset-requests";r=2;t=1800',
    ])
    assert.deepEqual(
      [outcome(full), allowanceOf(full), full.headers['retry-after']],
      [REFUSED, '"reset-requests";r=0;t=1800', '1800'],
    )
    assert.deepEqual([outcome(later), allowanceOf(later)], [LET_IN, '"reset-requests";r=4;t=3600'])
  },
)

sqliteTest(
  'each limit per address is also counted for the surrounding IPv6 networks',
  async (site) => {
    const name = (ip: string) => site.browser({ ip }).get('/names/Steve')

    const replies: Reply[] = []
    for (const ip of households(0, 11)) {
      replies.push(...(await Promise.all(Array.from({ length: 60 }, () => name(ip)))))
    }

    assert.deepEqual(tally(replies), { 200: 600, [REFUSED]: 60 })
  },
)
