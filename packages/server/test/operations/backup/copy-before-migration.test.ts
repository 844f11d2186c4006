import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { type Environment, newPlace, runPortal, startPortal } from '../../support/server-process.ts'
import { type DatabaseKind, databases } from '../../support/site.ts'

const [first = '', ...later] = migrations.map(({ name }) => name)

/** Makes a site with only the first migration, with or without a player. */
async function oldPlace(kind: DatabaseKind, { inhabited = true } = {}) {
  const place = await newPlace(kind)
  const db = await openDatabase(readConfig(place.env))
  await migrate(db, systemClock, migrations.slice(0, 1))
  if (inhabited) {
    const names = {
      username: 'Steve',
      username_key: 'steve',
      email: 'a@b.org',
      email_key: 'a@b.org',
    }
    const more = { id: 'x', password_hash: '', locale: 'en', created_at: 1 }
    await db
      .insertInto('player')
      .values({ ...names, ...more })
      .execute()
  }
  await db.destroy()
  return place
}

function copiesIn(env: Environment): string[] {
  try {
    return readdirSync(join(env.DATA_DIR ?? '', 'backups'))
  } catch {
    return []
  }
}

async function usernames(env: Environment): Promise<string[]> {
  const db = await openDatabase(readConfig(env))
  const rows = await db.selectFrom('player').select('username').execute()
  await db.destroy()
  return rows.map(({ username }) => username)
}

for (const kind of databases) {
  test(`before a migration, the server makes a backup that can be restored (${kind})`, async () => {
    await using place = await oldPlace(kind)
    await using empty = await newPlace(kind)
    const key = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }

    await using server = await startPortal({ ...place.env, ...key })
    const copies = copiesIn(place.env)
    const file = join(place.env.DATA_DIR ?? '', 'backups', copies[0] ?? '')
    const restored = await runPortal(['restore', file], { ...empty.env, ...key })
    const status = await runPortal(['migrate', 'status', '--json'], empty.env)

    assert.equal(copies.length, 1)
    assert.match(
      copies[0] ?? '',
      new RegExp(`^before-${later[0]}-\\d{4}-\\d\\d-\\d\\dT[\\d-]+.*\\.backup$`),
    )
    assert.match(server.output.stdout, /database copied before the migration/)
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(JSON.parse(status.stdout), {
      applied: [first, ...later],
      pending: [],
      newer: [],
    })
    assert.deepEqual(await usernames(empty.env), ['Steve'])
  })
}

test('without a backup, the database is migrated only with --no-backup', async () => {
  await using place = await oldPlace('SQLite')
  const inTheWay = join(place.env.DATA_DIR ?? '', 'backups')
  writeFileSync(inTheWay, '')

  const served = await runPortal(['serve'], place.env)
  const refused = await runPortal(['migrate', 'up'], place.env)
  const status = await runPortal(['migrate', 'status', '--json'], place.env)
  const insisted = await runPortal(['migrate', 'up', '--no-backup', '--json'], place.env)

  const reason =
    /^error: the database was not migrated, because it could not be copied first: [^\n]+\n$/
  assert.deepEqual([served.code, refused.code, insisted.code], [1, 1, 0])
  assert.match(served.stderr, reason)
  assert.match(refused.stderr, reason)
  assert.deepEqual(JSON.parse(status.stdout).pending, later)
  assert.deepEqual(JSON.parse(insisted.stdout).applied, later)
})

test('an empty database is migrated without a backup', async () => {
  await using place = await oldPlace('SQLite', { inhabited: false })

  const { code } = await runPortal(['migrate', 'up'], place.env)

  assert.deepEqual([code, copiesIn(place.env)], [0, []])
})

test('only the newest three backups made before migrations are kept', async () => {
  await using place = await oldPlace('SQLite')
  const folder = join(place.env.DATA_DIR ?? '', 'backups')
  const old = ['2001', '2003', '2002'].map(
    (year) => `before-000-old-${year}-01-01T00-00-00.000Z.backup`,
  )
  mkdirSync(folder)
  for (const name of [...old, 'by-hand.backup']) writeFileSync(join(folder, name), '')

  await runPortal(['migrate', 'up'], place.env)

  const kept = copiesIn(place.env).filter((name) => !name.startsWith(`before-${later[0]}-`))
  assert.deepEqual(kept, [old[2], old[1], 'by-hand.backup'])
  assert.equal(copiesIn(place.env).length, 4)
})
