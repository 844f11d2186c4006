import assert from 'node:assert/strict'
import type { KernelPermission } from '@portal/contract'
import { outcome, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { LAUNCHER_IP, launcherWith, openLauncher } from '../launcher/launcher-server.ts'
import { keyOwner } from './key-manager.ts'
import { ELSEWHERE, FORBIDDEN, INVALID, UNTRUSTED } from './key-refusals.ts'

sqliteTest('a key without trusted addresses is refused from every address', async (site) => {
  const { secret } = await openLauncher(site, { addresses: [] })

  const replies = await Promise.all(
    ['127.0.0.1', '::1', LAUNCHER_IP, '10.0.0.1'].map((ip) =>
      launcherWith(site, secret, { ip }).ping(),
    ),
  )

  assert.deepEqual(tally(replies), { [UNTRUSTED]: 4 })
})

const places: [trusted: string, inside: string[], outside: string[]][] = [
  ['203.0.113.7', ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8', '::cb00:7107']],
  ['203.0.113.0/30', ['203.0.113.0', '203.0.113.3'], ['203.0.113.4', '203.0.112.255']],
  ['2001:db8::7', ['2001:db8::7', '2001:DB8:0::7'], ['2001:db8::8']],
  ['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::1', '203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7'], ['203.0.113.8']],
]

for (const [trusted, inside, outside] of places) {
  sqliteTest(`a key that trusts ${trusted} works only from there`, async (site) => {
    const { secret } = await openLauncher(site, { addresses: [trusted] })
    const pingFrom = (ip: string) => launcherWith(site, secret, { ip }).ping()

    const opened = await Promise.all(inside.map(pingFrom))
    const refused = await Promise.all(outside.map(pingFrom))

    assert.deepEqual(tally(opened), { 200: inside.length })
    assert.deepEqual(tally(refused), { [UNTRUSTED]: outside.length })
  })
}

sqliteTest('a client without a proxy cannot forge its address', async (site) => {
  const { secret } = await openLauncher(site)

  const forged = await pingBehind(site, secret, ELSEWHERE, LAUNCHER_IP)
  const own = await pingBehind(site, secret, LAUNCHER_IP, ELSEWHERE)

  assert.deepEqual([forged, own], [UNTRUSTED, '200'])
})

sqliteTest(
  'behind a proxy, the address reported by the proxy must be trusted by the key',
  async (site) => {
    const { secret } = await openLauncher(site)
    const [proxy, untrusted] = ['10.0.0.2', ELSEWHERE]

    const outcomes = {
      launcher: await pingBehind(site, secret, proxy, LAUNCHER_IP),
      untrusted: await pingBehind(site, secret, proxy, untrusted),
      forger: await pingBehind(site, secret, proxy, `${LAUNCHER_IP}, ${untrusted}`),
      'a launcher that says more': await pingBehind(site, secret, proxy, `1.1.1.1, ${LAUNCHER_IP}`),
      'past the proxy': await pingBehind(site, secret, untrusted, LAUNCHER_IP),
      'the proxy itself': await pingBehind(site, secret, proxy, undefined),
    }

    assert.deepEqual(outcomes, {
      launcher: '200',
      untrusted: UNTRUSTED,
      forger: UNTRUSTED,
      'a launcher that says more': '200',
      'past the proxy': UNTRUSTED,
      'the proxy itself': UNTRUSTED,
    })
  },
  { env: { TRUST_PROXY: '10.0.0.0/8' } },
)

siteTest(
  'a change of trusted addresses takes effect with the next request on every instance',
  async (site) => {
    const owner = await keyOwner(site)
    const { id, key: secret } = await owner.made({ addresses: [] })
    const everywhere = async () => {
      const pings = [0, 1].map((instance) => launcherWith(site, secret, { instance }).ping())
      return (await Promise.all(pings)).map(outcome)
    }
    const permissions: KernelPermission[] = ['kernel.provider']

    const outcomes = [await everywhere()]
    for (const changes of [{ addresses: [LAUNCHER_IP] }, { permissions }, { addresses: [] }]) {
      await owner.change(id, changes)
      outcomes.push(await everywhere())
    }
    await owner.revoke(id)
    outcomes.push(await everywhere())

    assert.deepEqual(
      outcomes,
      [UNTRUSTED, '200', FORBIDDEN, UNTRUSTED, INVALID].map((one) => [one, one]),
    )
  },
  { instances: 2 },
)

async function pingBehind(
  site: Site,
  secret: string,
  peer: string,
  forwardedFor: string | undefined,
): Promise<string> {
  const reply = await site.browser({ ip: peer }).get('/auth/launcher/ping', {
    authorization: `Api-Key ${secret}`,
    ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
  })
  return outcome(reply)
}
