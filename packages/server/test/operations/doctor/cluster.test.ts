import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../../../scripts/test/embedded-postgres.ts'
import type { Db } from '../../../src/database/database.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { cleanupJobs } from '../../../src/jobs.ts'
import type { Check, CheckResult } from '../../../src/operations/doctor/check.ts'
import { primaryCheck } from '../../../src/operations/doctor/check-primary.ts'
import { processCheck } from '../../../src/operations/doctor/check-processes.ts'
import { standbyCheck } from '../../../src/operations/doctor/check-standbys.ts'
import { sendHeartbeat, startHeartbeat } from '../../../src/operations/heartbeat/heartbeat.ts'
import {
  listProcesses,
  readClock,
  upsertProcess,
} from '../../../src/operations/heartbeat/process-store.ts'
import { DAY, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { newPostgresSite } from '../../support/empty-site.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'

siteTest('the doctor reports processes of different versions', async (site) => {
  const { app } = site
  await sendHeartbeat(app, 'blue')
  const clockAhead = await aheadOf(site, 'blue')
  const alone = await look(processCheck, app.db, site)

  await upsertProcess(app.db, { ...GREEN, clockAhead, version: '0.0.9' }, await timeOf(site))
  const differing = await look(processCheck, app.db, site)
  await upsertProcess(app.db, { ...GREEN, clockAhead, version: app.version }, await timeOf(site))
  const updated = await look(processCheck, app.db, site)

  assert.deepEqual([alone, differing, updated].map(stateOf), ['good', 'warning', 'good'])
  assert.match(differing.detail.en, /0\.0\.9 runs on green/)
  assert.match(updated.detail.en, /Processes: 2/)
})

siteTest(
  'the doctor reports a process with a wrong clock until the clock is right',
  async (site) => {
    const { app } = site
    await sendHeartbeat(app, 'blue')
    const clockAhead = (await aheadOf(site, 'blue')) + 10 * SECOND
    const green = { ...GREEN, version: app.version, clockAhead }

    await upsertProcess(app.db, green, await timeOf(site))
    const wrong = await look(processCheck, app.db, site)
    await upsertProcess(app.db, green, (await timeOf(site)) - 3 * MINUTE)
    const silent = await look(processCheck, app.db, site)

    assert.deepEqual([wrong, silent].map(stateOf), ['warning', 'good'])
    assert.match(wrong.detail.en, /10 s apart: green is ahead/)
    assert.match(silent.detail.en, /Processes: 1/)
  },
)

siteTest('a process is listed until it stops', async (site) => {
  const list = async () =>
    (await listProcesses(site.app.db, site.now())).map(({ version }) => version)
  const pulse = startHeartbeat(site.app)
  await waitUntil(async () => (await list()).length > 0)
  const serving = await list()

  await pulse.stop()

  assert.deepEqual([serving, await list()], [[site.app.version], []])
})

siteTest('the heartbeat of a killed process is deleted after a day', async (site) => {
  const { app } = site
  const now = await timeOf(site)
  await upsertProcess(app.db, { ...GREEN, version: '1', clockAhead: 0 }, now - DAY - MINUTE)
  await upsertProcess(
    app.db,
    { ...GREEN, id: 'red', version: '1', clockAhead: 0 },
    now - DAY + MINUTE,
  )

  await cleanupJobs(app).deleteOldProcesses()

  const left = await app.db.selectFrom('process').select('id').execute()
  assert.deepEqual(left, [{ id: 'red' }])
})

sqliteTest('on SQLite, the checks of the primary and the standbys pass', async (site) => {
  const { db } = site.app

  const [primary, standbys] = [
    await look(primaryCheck, db, site),
    await look(standbyCheck, db, site),
  ]

  assert.deepEqual([primary.state, standbys.state], ['good', 'good'])
})

test('the doctor reports a read-only database until it accepts writes again', async () => {
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

test('the doctor reports commits that wait for a missing standby', async () => {
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
const stateOf = ({ state }: CheckResult) => state
const timeOf = (site: Site) => readClock(site.app.db, site.now())

async function aheadOf(site: Site, id: string): Promise<number> {
  const processes = await listProcesses(site.app.db, site.now())
  return processes.find((process) => process.id === id)?.clockAhead ?? Number.NaN
}

async function look(check: Check, db: Db, { now }: { now(): number }): Promise<CheckResult> {
  const config = readConfig({})
  return check.run({ config, clock: { now }, db, wrongSettings: [], allowsSlowChecks: false })
}

/** Runs the check over a new connection. */
async function lookAt(databaseUrl: string, check: Check): Promise<CheckResult> {
  const db = await openDatabase({ dataDir: '', databaseUrl }, { hasLongStatements: true })
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
