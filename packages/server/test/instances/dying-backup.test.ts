import assert from 'node:assert/strict'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { backupFolder } from '../../src/platform/backup-folder.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { bearer } from '../support/browser.ts'
import type { Environment } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type Pair, register, startPair } from './pair.ts'

/** The table in whose rows the process dies: `api_key` is the first that a backup reads, `texture` one of the last. */
for (const table of ['api_key', 'texture']) {
  test(`a backup whose process dies at the table ${table} is not listed`, async () => {
    await using pair = await startPair()
    const { steve, folder } = await superuser(pair)
    const holder = new pg.Client(pair.env.DATABASE_URL ?? '')
    await holder.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const begun = await pair.servers[0].send('POST', '/admin/backups', undefined, steve)
    await waitUntil(async () => filesIn(folder).length > 0 && (await waitsFor(pair, table)))

    pair.servers[0].kill('SIGKILL')
    await pair.servers[0].ended()
    await holder.end()
    const [, server] = pair.servers
    const refused = await server.send('POST', '/admin/backups', undefined, steve)
    const listed = (await server.send('GET', '/admin/backups', undefined, steve)).body.items
    const left = filesIn(folder)
    await halfAnHourLater(pair, folder)
    const again = await server.send('POST', '/admin/backups', undefined, steve)
    const items = async () =>
      (await server.send('GET', '/admin/backups', undefined, steve)).body.items
    await waitUntil(async () => (await items()).length > 0)

    assert.deepEqual([begun.status, refused.status, again.status], [201, 409, 201])
    assert.deepEqual([listed, left.map((name) => /\.part$/.test(name))], [[], [true]])
    await waitUntil(() => filesIn(folder).every((name) => name.endsWith('.backup')))
    assert.equal(filesIn(folder).length, 1)
  })
}

async function superuser(pair: Pair) {
  const { DATA_DIR = '' }: Environment = pair.env
  const { body } = await register(pair, 'Steve')
  await pair.db.updateTable('player').set({ superuser_at: 1 }).execute()
  return {
    steve: bearer(body.accessToken),
    folder: backupFolder({ dataDir: DATA_DIR }),
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no backup exists yet
  }
}

async function waitsFor({ db }: Pair, table: string): Promise<boolean> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.some(({ query }) => query.includes(`"${table}"`))
}

/** Makes the database rows of the dead process half an hour older, and its file a day older. */
async function halfAnHourLater({ db }: Pair, folder: string): Promise<void> {
  const past = new Date(Date.now() - 30 * MINUTE).toISOString()
  await db.updateTable('setting').set({ value: past }).where('name', '=', 'backup.making').execute()
  await db
    .updateTable('lease')
    .set({ expires_at: Date.parse(past) })
    .execute()
  for (const name of filesIn(folder)) {
    const yesterday = (Date.now() - DAY - MINUTE) / 1000
    utimesSync(join(folder, name), yesterday, yesterday)
  }
}
