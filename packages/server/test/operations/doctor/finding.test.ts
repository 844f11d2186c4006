import assert from 'node:assert/strict'
import {
  type Finding,
  listFindings,
  upsertFinding,
} from '../../../src/admin/overview/finding-store.ts'
import { openApp } from '../../../src/app.ts'
import { HOUR } from '../../../src/platform/clock.ts'
import { openLog } from '../../../src/platform/log.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { buildSite } from '../../../src/server.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'

const PROXY = '10.0.0.1'
const OTHER_PROXY = '10.0.0.2'
const CLIENT = '198.51.100.7'
const PASSED_ON = { 'x-forwarded-for': CLIENT }

sqliteTest(
  'a request through a proxy missing in TRUST_PROXY is recorded as a finding',
  async (site) => {
    const before = await findings(site)
    await site.browser({ ip: PROXY }).get('/health/live', PASSED_ON)
    await waitUntil(async () => (await findings(site)).length > 0)

    assert.deepEqual(before, [])
    assert.deepEqual(await findings(site), [untrusted(PROXY, site.now())])
  },
)

siteTest('a finding is written once an hour for any number of requests', async (site) => {
  const foundAt = site.now()
  await site.browser({ ip: PROXY }).get('/health/live', PASSED_ON)
  await waitUntil(async () => (await findings(site)).length > 0)

  site.wait(HOUR - 1)
  await site.browser({ ip: OTHER_PROXY }).get('/health/live', PASSED_ON)
  await site.browser().get('/health/ready')
  const withinTheHour = await findings(site)
  site.wait(1)
  await site.browser({ ip: OTHER_PROXY }).get('/health/live', PASSED_ON)
  await waitUntil(async () => (await findings(site))[0]?.at !== foundAt)

  assert.deepEqual(withinTheHour, [untrusted(PROXY, foundAt)])
  assert.deepEqual(await findings(site), [untrusted(OTHER_PROXY, site.now())])
})

siteTest(
  'two instances that concurrently detect the same proxy store one finding',
  async (site) => {
    await Promise.all(
      [0, 1, 0, 1].map((instance) =>
        site.browser({ ip: PROXY, instance }).get('/health/live', PASSED_ON),
      ),
    )
    await waitUntil(async () => (await findings(site)).length > 0)
    await site.browser().get('/health/ready')

    assert.deepEqual(await findings(site), [untrusted(PROXY, site.now())])
  },
  { instances: 2 },
)

siteTest(
  'of findings with one name, the latest is kept whatever the order of writes',
  async (site) => {
    const { db } = site.app
    await Promise.all([3, 9, 1, 7, 5].map((at) => upsertFinding(db, untrusted(`10.0.0.${at}`, at))))

    assert.deepEqual(await findings(site), [untrusted('10.0.0.9', 9)])
  },
)

sqliteTest('a request that did not come through a proxy causes no finding', async (site) => {
  await site.browser({ ip: CLIENT }).get('/health/live', PASSED_ON)
  await site.browser({ ip: PROXY }).get('/health/live')
  await site.browser().get('/health/ready')

  assert.deepEqual(await findings(site), [])
})

sqliteTest(
  'the finding about an untrusted proxy is removed once TRUST_PROXY is set',
  async (site) => {
    await site.browser({ ip: PROXY }).get('/health/live', PASSED_ON)
    await waitUntil(async () => (await findings(site)).length > 0)

    const again = await startAgain(site, {})
    const stillThere = await findings(site)
    const mended = await startAgain(site, { TRUST_PROXY: '1' })
    const afterwards = await findings(site)
    const clean = await startAgain(site, {})

    assert.deepEqual([again, mended, clean], [[PROXY], [], []])
    assert.deepEqual(stillThere, [untrusted(PROXY, site.now())])
    assert.deepEqual(afterwards, [])
  },
)

sqliteTest('a finding logged at the start is not logged again', async (site) => {
  await upsertFinding(site.app.db, untrusted(PROXY, site.now() - HOUR))

  const said = await startAgain(site, {}, async (server) => {
    await server.inject({ url: '/health/live', remoteAddress: PROXY, headers: PASSED_ON })
    await waitUntil(async () => (await findings(site))[0]?.at === site.now())
  })

  assert.deepEqual(said, [PROXY])
})

sqliteTest('requests succeed if a finding cannot be stored', async (site) => {
  await site.app.db.destroy()

  const reply = await site.browser({ ip: PROXY }).get('/health/live', PASSED_ON)

  assert.equal(reply.status, 200)
  await waitUntil(() =>
    site.logLines.some((line) => line.includes('storing the proxy finding failed')),
  )
})

function untrusted(detail: string, at: number): Finding {
  return { name: 'proxy.untrusted', detail, at }
}

/** Reads the findings as plain objects, so that whole values can be compared. */
async function findings(site: Site): Promise<Finding[]> {
  return (await listFindings(site.app.db)).map((finding) => ({ ...finding }))
}

/** Restarts the site on the same database, and returns the proxies that its log warned about. */
async function startAgain(
  site: Site,
  env: Record<string, string>,
  run: (server: Awaited<ReturnType<typeof buildSite>>) => Promise<void> = async () => undefined,
): Promise<unknown[]> {
  const lines: string[] = []
  const app = await openApp(readConfig({ ...site.env, ...env }), {
    clock: { now: site.now },
    random: systemRandom,
    log: openLog('info', { write: (line) => void lines.push(line) }),
  })
  const server = await buildSite(app)
  await run(server)
  await server.close()
  await app.close()
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  return warnings.map(({ peer }) => peer)
}
