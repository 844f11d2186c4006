import assert from 'node:assert/strict'
import { newSecret } from '../../../src/integrations/api-keys/api-key.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { LAUNCHER_IP, launcherWith, openLauncher } from '../launcher/launcher-server.ts'
import { refusals, written } from './key-notes.ts'

const ELSEWHERE = '192.0.2.99'

sqliteTest(
  'a request refused for its key is audited with key, address and reason',
  async (site) => {
    const good = await openLauncher(site)
    const other = await openLauncher(site, { permissions: ['kernel.provider'] })

    for (const ask of [
      launcherWith(site, good.secret, { ip: ELSEWHERE }).ping,
      other.ping,
      launcherWith(site, newSecret(systemRandom), { ip: ELSEWHERE }).ping,
      launcherWith(site, 'junk').ping,
      () => site.browser({ ip: '192.0.2.1' }).get('/auth/launcher/ping'), // without a key nothing is audited
      good.ping,
    ]) {
      await ask()
      await written(site)
      site.wait(1)
    }

    const actor = null
    assert.deepEqual(await refusals(site), [
      { target: good.key.id, ip: ELSEWHERE, after: 'auth.untrustedaddress', actor },
      { target: other.key.id, ip: LAUNCHER_IP, after: 'auth.forbidden', actor },
      { target: null, ip: ELSEWHERE, after: 'auth.invalidkey', actor },
      { target: null, ip: LAUNCHER_IP, after: 'auth.invalidkey', actor },
    ])
  },
)

siteTest(
  'repeated refusals of a key add one audit entry a minute per address',
  async (site) => {
    const { key, secret } = await openLauncher(site)
    const hammer = async (secrets: string[], ip: string) => {
      const asks = secrets.map((one, n) => launcherWith(site, one, { ip, instance: n % 2 }).ping())
      await Promise.all(asks)
    }
    const known = Array.from({ length: 40 }, () => secret)
    const unknown = Array.from({ length: 40 }, () => newSecret(systemRandom))

    const counts: Record<string, number>[] = []
    for (const wait of [0, MINUTE - 1, 1]) {
      site.wait(wait)
      await hammer(known, ELSEWHERE)
      await hammer(known, '192.0.2.1')
      await hammer(unknown, ELSEWHERE)
      await written(site)
      counts.push(countsOf(await refusals(site)))
    }

    const each = (count: number) => ({
      [`${key.id} ${ELSEWHERE}`]: count,
      [`${key.id} 192.0.2.1`]: count,
      [`null ${ELSEWHERE}`]: count,
    })
    assert.deepEqual(counts, [each(1), each(1), each(2)])
  },
  { instances: 2 },
)

siteTest('refusals from many addresses add a bounded number of entries a minute', async (site) => {
  const { key, secret } = await openLauncher(site)
  const unknownKey = newSecret(systemRandom)

  for (let n = 0; n < 150; n += 1) {
    await launcherWith(site, unknownKey, { ip: `2001:db8::${n}` }).ping()
  }
  await launcherWith(site, secret, { ip: ELSEWHERE }).ping()
  await written(site)

  const lines = await refusals(site)
  assert.equal(lines.filter(({ target }) => target === null).length, 100)
  assert.equal(lines.filter(({ target }) => target === key.id).length, 1)
})

function countsOf(lines: { target: string | null; ip: string | null }[]): Record<string, number> {
  const groups = Object.groupBy(lines, ({ target, ip }) => `${target} ${ip}`)
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, group?.length ?? 0]),
  )
}
