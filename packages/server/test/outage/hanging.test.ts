import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../../scripts/test/embedded-postgres.ts'
import { CONNECTION_LIMITS, REAL_TIME } from '../../src/database/timeouts.ts'
import { claimSetup } from '../../src/operations/setup/setup-store.ts'
import { bearer, outcome, type Reply, tally } from '../support/browser.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import { openSite, PASSWORD, type Site, siteTest } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Runs more transactions than there are connections for them. */
const manyChanges = ({ app }: Site) =>
  Promise.allSettled(
    Array.from({ length: CONNECTION_LIMITS.writes + 4 }, (_, n) =>
      app.db.transaction().execute((tx) =>
        tx
          .insertInto('setting')
          .values({ name: `${n}`, value: '' })
          .execute(),
      ),
    ),
  )

/** Runs more reads without a compiled statement than there are connections for them. */
const manyReads = ({ app }: Site) =>
  Promise.allSettled(
    Array.from({ length: 12 }, () => app.db.selectFrom('player').select('id').execute()),
  )

const never = () => new Promise<never>(() => undefined)

test('reads succeed while commits wait for a hanging standby', async () => {
  await using opened = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres(['fsync=off', 'max_connections=100'])
  opened.defer(() => postgres.stop())
  const direct = new pg.Client(postgres.url)
  await direct.connect()
  opened.defer(() => direct.end())
  const waitForStandby = async (name: string): Promise<void> => {
    await direct.query(`alter system set synchronous_standby_names = '${name}'`)
    await direct.query('select pg_reload_conf()')
  }
  const site = await openSite('SQLite', {
    timeScale: REAL_TIME,
    env: { DATABASE_URL: postgres.url },
  })
  opened.defer(() => site.close())
  await claimSetup(site.app.db, site.now()) // a new database, without the setup that databases of other tests have
  const steve = await site.player('Steve')
  const me = () => site.browser().get('/auth/me', bearer(steve.accessToken))
  const sessions = () => steve.browser.post('/auth/sessions/me', {}, bearer(steve.accessToken))
  const logIn = () => site.browser().logIn('Steve', PASSWORD)
  const ready = () => site.browser().get('/health/ready')

  await waitForStandby('nobody')
  await waitUntil(async () => outcome(await ready()) === '503 unavailable') // a server reloads its configuration after a while
  const changes = manyChanges(site)
  const hanging = Promise.all(Array.from({ length: 30 }, logIn))
  const reads = await Promise.all([me(), sessions(), me(), sessions(), me(), sessions()])
  const built = await manyReads(site)
  const writes = await hanging
  const undone = await changes
  await waitForStandby('')
  const after = [await logIn(), await ready()]

  assert.deepEqual(tally(reads), { '200': 6 })
  assert.deepEqual(new Set(built.map(({ status }) => status)), new Set(['fulfilled']))
  assert.deepEqual(new Set(undone.map(({ status }) => status)), new Set(['rejected']))
  assert.deepEqual(new Set(writes.map(({ status }) => status)), new Set([503]))
  assert.deepEqual(after.map(outcome), ['200', '200'])
})

networkFaultTest(
  'the site recovers after its database server stopped responding',
  async ({ site, proxy }) => {
    const steve = await site.player('Steve')
    const act = () => [
      site.browser().get('/auth/me', bearer(steve.accessToken)),
      steve.browser.post('/auth/sessions/me', {}, bearer(steve.accessToken)),
      site.browser().logIn('Steve', PASSWORD),
    ]
    const ask = () => Promise.all([...act(), site.browser().get('/health/ready')])
    await Promise.all(act())

    proxy.freeze()
    const [silent] = await Promise.all([ask(), manyChanges(site), manyReads(site)])
    proxy.thaw()
    const back = await ask()
    const changes = await manyChanges(site)
    const reads = await manyReads(site)

    assert.deepEqual(
      silent.map(({ status }) => status),
      [503, 503, 503, 503],
    )
    assert.deepEqual(back.map(outcome), ['200', '200', '200', '200'])
    const faults = [...changes, ...reads].filter(({ status }) => status === 'rejected')
    assert.deepEqual(faults, [])
  },
)

siteTest(
  'a request gets a response in time although parts of the server hang',
  async (site) => {
    const steve = await site.player('Steve')
    const { app } = site

    app.checkReadiness = never
    const ready = site.browser().get('/health/ready')
    app.settings.read = never
    const registration = site
      .browser()
      .post('/auth/register', { username: 'Alex', email: 'alex@example.org', password: PASSWORD })
    app.accessTokens.verify = never
    const me = site.browser().get('/auth/me', bearer(steve.accessToken))
    let answers: Reply[] = []
    void Promise.all([ready, registration, me]).then((replies) => {
      answers = replies
    })
    await waitUntil(() => answers.length > 0)
    const live = await site.browser().get('/health/live')

    assert.deepEqual(answers.map(outcome), [
      '503 unavailable',
      '503 unavailable.unknown',
      '503 unavailable',
    ])
    assert.equal(live.status, 200)
  },
  { timeScale: REAL_TIME },
)
