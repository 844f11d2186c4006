import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../../src/database/open-database.ts'
import { checkBackup } from '../../../src/operations/backup/read-backup.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { replaceEncryptionKey } from '../../../src/security/keys/encryption-key.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { type Environment, newFolder, newPlace, runPortal } from '../../support/server-process.ts'
import { type DatabaseKind, databases, siteTest } from '../../support/site.ts'
import { backUp, contents, furnish, openQuietly, restore } from './backup-place.ts'
import { craftBackup, headerOf, type Line } from './crafted-backup.ts'

/** Makes a place that was started once and has settings, a key and no accounts. */
async function begunPlace(kind: DatabaseKind) {
  const place = await newPlace(kind)
  const { code } = await runPortal(['settings', 'set', 'siteName', 'Begun'], place.env)
  assert.equal(code, 0)
  return place
}

/** Reads everything that a restore could change in a place. */
async function stateOf(env: Environment) {
  const folder = env.DATA_DIR ?? ''
  const names = readdirSync(folder).filter((name) => !name.startsWith('portal.db'))
  const files = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  return { files, rows: await contents(env) }
}

siteTest('a refused restore keeps rows, settings and key', async (site) => {
  using folder = newFolder()
  await furnish(site)
  const [file = '', keyless = '', spoilt = ''] = ['a', 'b', 'c'].map((n) => join(folder.path, n))
  await backUp(site.env, file)
  await backUp(site.env, keyless, ['--no-key'])
  const bytes = readFileSync(file)
  await using place = await begunPlace(site.database)
  const before = await stateOf(place.env)
  const cuts = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, n) => n * 1000)

  for (const cut of [...cuts, bytes.length - 1]) {
    writeFileSync(spoilt, bytes.subarray(0, cut))
    const { code, stderr } = await restore(place.env, spoilt)
    assert.equal(code, 1, `cut at ${cut}`)
    assert.match(stderr, /^error: [^\n]*backup[^\n]*\n$/)
  }
  const otherKey = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const keyed = [file, keyless].map((one) => restore({ ...place.env, ...otherKey }, one))
  const reasons = (await Promise.all(keyed)).map(({ stderr }) => stderr)

  assert.match(reasons[0] ?? '', /^error: ENCRYPTION_KEY differs from the backup's key/)
  assert.match(reasons[1] ?? '', /^error: ENCRYPTION_KEY does not fit/)
  assert.deepEqual(await stateOf(place.env), before)
})

const player = { table: 'player', columns: ['id', 'username'] }
const session = { table: 'session', columns: ['id', 'player_id'] }
const crafted: Record<string, Line[]> = {
  'a key that did not seal its rows': [
    {
      table: 'key_generation',
      columns: ['kid', 'public_x', 'sealed_private', 'created_at', 'retired_at'],
    },
    { row: ['kid', 'x', 'kid.AAAA', 1, null] },
  ],
  'rows whose references are missing': [
    { table: 'email_code', columns: ['player_id', 'purpose', 'code_mac', 'tries', 'expires_at'] },
    { row: ['nobody', 'activation', 'x', 0, 1] },
  ],
  'a row without required values': [player, { row: ['id', 'Steve'] }],
  'a row twice': [
    { table: 'finding', columns: ['name', 'detail', 'at'] },
    { row: ['one', '', 1] },
    { row: ['one', '', 1] },
  ],
  'an unknown table': [{ table: 'nowhere', columns: ['id'] }, { row: ['id'] }],
  'an unknown column': [{ table: 'finding', columns: ['nowhere'] }, { row: ['x'] }],
  'a row before its table': [{ row: ['id'] }],
  'a row that is too short': [session, { row: ['id'] }],
  'a row that is too long': [session, { row: ['id', 'player', 'more'] }],
  'a table that is SQL': [
    { table: 'finding" select "a" from "player', columns: ['name'] },
    { row: ['x'] },
  ],
  'a column that is SQL': [{ table: 'finding', columns: ['name") select 1 --'] }, { row: ['x'] }],
  'no columns': [{ table: 'finding', columns: [] }, { row: [] }],
  'more columns than any table': [
    { table: 'finding', columns: Array.from({ length: 40_000 }, (_, n) => `c${n}`) },
  ],
}

for (const kind of databases) {
  test(`a crafted backup file is refused and changes nothing (${kind})`, async () => {
    using folder = newFolder()
    await using place = await begunPlace(kind)
    const before = await stateOf(place.env)

    for (const [what, lines] of Object.entries(crafted)) {
      const file = join(folder.path, what)
      await craftBackup(file, [{ header: headerOf() }, ...lines])
      const { code, stderr } = await restore(place.env, file)
      assert.equal(code, 1, what)
      assert.match(stderr, /^error: [^\n]+\n$/, what)
    }

    assert.deepEqual(await stateOf(place.env), before)
  })

  test(`a restore that is killed at any step leaves a site that starts (${kind})`, async () => {
    using folder = newFolder()
    const file = join(folder.path, 'backup')
    await using source = await newPlace(kind)
    await runPortal(['player', 'create', 'Alex', 'alex@example.org'], source.env)
    await backUp(source.env, file)
    const steps: Record<string, (env: Environment, key: Buffer) => void> = {
      'before the key is kept': () => undefined,
      'after the key is kept': (env, key) =>
        replaceEncryptionKey(env.DATA_DIR ?? '', key, systemRandom),
    }

    for (const [step, last] of Object.entries(steps)) {
      await using place = await begunPlace(kind)
      await assert.rejects(endedAt(place.env, file, last), /the end/, step)
      const app = await openQuietly(place.env)
      await app.close()
      const again = await restore(place.env, file)
      assert.deepEqual([again.code, again.stderr], [0, ''], step)
      assert.deepEqual(await contents(place.env), await contents(source.env), step)
    }
  })
}

/**
 * Restores a backup until just before the key is stored. What is committed by then would also remain after `kill -9`.
 */
async function endedAt(
  env: Environment,
  file: string,
  last: (env: Environment, key: Buffer) => void,
): Promise<void> {
  const backup = await checkBackup(file, '')
  const bytes = Buffer.from(backup.header.encryptionKey ?? '', 'base64')
  const db = await openDatabase(readConfig(env))
  const keep = () => {
    last(env, bytes)
    throw new Error('the end')
  }
  try {
    await restoreBackup({ db, clock: systemClock, random: systemRandom }, backup, { bytes, keep })
  } finally {
    await db.destroy()
  }
}

test('restoring an incomplete backup creates neither a folder nor a database', async () => {
  using folder = newFolder()
  const [file, dataDir] = [join(folder.path, 'file'), join(folder.path, 'data')]
  writeFileSync(file, 'nothing')

  const { code } = await restore({ DATA_DIR: dataDir }, file)

  assert.deepEqual([code, existsSync(dataDir)], [1, false])
})
