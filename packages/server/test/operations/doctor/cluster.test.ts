import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../../../scripts/test/embedded-postgres.ts'
import type { Db } from '../../../src/database/database.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { chores } from '../../../src/jobs.ts'
import type { Check, Opinion } from '../../../src/operations/doctor/check.ts'
import { primaryCheck } from '../../../src/operations/doctor/check-primary.ts'
import { processCheck } from '../../../src/operations/doctor/check-processes.ts'
import { standbyCheck } from '../../../src/operations/doctor/check-standbys.ts'
import { beatOnce, keepPulse } from '../../../src/operations/heartbeat/heartbeat.ts'
import {
  listProcesses,
  noteProcess,
  readClock,
} from '../../../src/operations/heartbeat/process-store.ts'
import { DAY, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { newPostgresSite } from '../../support/empty-site.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { until } from '../../support/wait-until.ts'

siteTest(
  'processes of different versions are told until the older one is updated',
  async (site) => {
    const { app } = site
    await beatOnce(app, 'blue')
    const clockAhead = await aheadOf(site, 'blue')
    const alone = await look(processCheck, app.db, site)

    await noteProcess(app.db, { ...GREEN, clockAhead, version: '0.0.9' }, await timeOf(site))
    const differing = await look(processCheck, app.db, site)
    await noteProcess(app.db, { ...GREEN, clockAhead, version: app.version }, await timeOf(site))
    const updated = await look(processCheck, app.db, site)

    assert.deepEqual([alone, differing, updated].map(stateOf), ['good', 'warning', 'good'])
    assert.match(differing.detail.en, /0\.0\.9 runs on green/)
    assert.match(updated.detail.en, /Processes: 2/)
  },
)

siteTest('a process whose clock is wrong is told until it is set or gone', async (site) => {
  const { app } = site
  await beatOnce(app, 'blue')
  const clockAhead = (await aheadOf(site, 'blue')) + 10 * SECOND
  const green = { ...GREEN, version: app.version, clockAhead }

  await noteProcess(app.db, green, await timeOf(site))
  const wrong = await look(processCheck, app.db, site)
  await noteProcess(app.db, green, (await timeOf(site)) - 3 * MINUTE)
  const silent = await look(processCheck, app.db, site)

  assert.deepEqual([wrong, silent].map(stateOf), ['warning', 'good'])
  assert.match(wrong.detail.en, /10 s apart: green is ahead/)
  assert.match(silent.detail.en, /Processes: 1/)
})

siteTest('a process that serves is listed, and one that stopped is not', async (site) => {
  const list = async () =>
    (await listProcesses(site.app.db, site.now())).map(({ version }) => version)
  const pulse = keepPulse(site.app)
  await until(async () => (await list()).length > 0)
  const serving = await list()

  await pulse.stop()

  assert.deepEqual([serving, await list()], [[site.app.version], []])
})

siteTest('a process that was killed is forgotten after a day', async (site) => {
  const { app } = site
  const now = await timeOf(site)
  await noteProcess(app.db, { ...GREEN, version: '1', clockAhead: 0 }, now - DAY - MINUTE)
  await noteProcess(
    app.db,
    { ...GREEN, id: 'red', version: '1', clockAhead: 0 },
    now - DAY + MINUTE,
  )

  await chores(app).processes?.()

  const left = await app.db.selectFrom('process').select('id').execute()
  assert.deepEqual(left, [{ id: 'red' }])
})

sqliteTest('SQLite takes changes and has no standbys', async (site) => {
  const { db } = site.app

  const [primary, standbys] = [
    await look(primaryCheck, db, site),
    await look(standbyCheck, db, site),
  ]

  assert.deepEqual([primary.state, standbys.state], ['good', 'good'])
})

test('a database that became read-only is told until it takes changes again', async () => {
  const postgres = await newPostgresSite()
  try {
    const before = await lookAt(postgres.url, primaryCheck)
    await run(postgres.url, 'alter database current set default_transaction_read_only = on')
    const readOnly = await lookAt(postgres.url, primaryCheck)
    await run(postgres.url, WRITING, 'alter database current reset default_transaction_read_only')
    const after = await lookAt(postgres.url, primaryCheck)

    assert.deepEqual([before, readOnly, after].map(stateOf), ['good', 'bad', 'good'])
    assert.match(readOnly.detail.en, /read-only/)
  } finally {
    await postgres.drop()
  }
})

test('a database that waits for a standby that is not there is told', async () => {
  const waits = ['synchronous_standby_names=green', 'synchronous_commit=local', 'fsync=off']
  const postgres = await startEmbeddedPostgres(waits)
  try {
    const waiting = await lookAt(postgres.url, standbyCheck)
    await run(postgres.url, `alter system set synchronous_standby_names = ''`)
    const primary = await lookAt(postgres.url, primaryCheck)

    assert.deepEqual([waiting, primary].map(stateOf), ['bad', 'good'])
    assert.match(waiting.detail.en, /green/)
  } finally {
    await postgres.stop()
  }
})

const WRITING = 'set default_transaction_read_only = off'
const GREEN = { id: 'green', machine: 'green' }
const stateOf = ({ state }: Opinion) => state
const timeOf = (site: Site) => readClock(site.app.db, site.now())

async function aheadOf(site: Site, id: string): Promise<number> {
  const processes = await listProcesses(site.app.db, site.now())
  return processes.find((process) => process.id === id)?.clockAhead ?? Number.NaN
}

async function look(check: Check, db: Db, { now }: { now(): number }): Promise<Opinion> {
  const config = readConfig({})
  return check.look({ config, clock: { now }, db, wrongSettings: [], isPatient: false })
}

/** Looks over a new connection. */
async function lookAt(databaseUrl: string, check: Check): Promise<Opinion> {
  const db = await openDatabase({ dataDir: '', databaseUrl }, { patient: true })
  try {
    return await look(check, db, Date)
  } finally {
    await db.destroy()
  }
}

async function run(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
    for (const text of texts) {
      await client.query(text.replace('database current', `database ${name}`))
    }
  } finally {
    await client.end()
  }
}
