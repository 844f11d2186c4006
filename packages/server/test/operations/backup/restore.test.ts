import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../src/app.ts'
import { newFolder, newPlace, runPortal, startPortal } from '../../support/server-process.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { backUp, contents, furnish, openQuietly, PASSPHRASE, restore } from './backup-place.ts'

for (const sealed of [false, true]) {
  sqliteTest(
    `a backup that is cut off or changed anywhere restores nothing (${sealed ? 'sealed' : 'plain'})`,
    async (site) => {
      using folder = newFolder()
      await furnish(site)
      const file = join(folder.path, 'whole')
      const spoilt = join(folder.path, 'spoilt')
      await using place = await newPlace('SQLite')
      const env = { ...place.env, ...(sealed && { BACKUP_PASSPHRASE: PASSPHRASE }) }
      await backUp({ ...site.env, ...(sealed && { BACKUP_PASSPHRASE: PASSPHRASE }) }, file)
      const bytes = readFileSync(file)
      const flipped = (at: number): Buffer => {
        const copy = Buffer.from(bytes)
        copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
        return copy
      }
      const { length } = bytes
      const broken = [
        ...[0, 10, 40, length >> 1, length - 17, length - 1].map((end) => bytes.subarray(0, end)),
        ...[30, length >> 2, length - 12].map(flipped),
        Buffer.from('{"format":1}\n'),
      ]

      for (const spoiltBytes of broken) {
        writeFileSync(spoilt, spoiltBytes)
        const { code, stderr } = await restore(env, spoilt)
        assert.equal(code, 1)
        assert.match(stderr, /^error: [^\n]*(backup|passphrase)[^\n]*\n$/)
      }
      const left = readdirSync(place.env.DATA_DIR ?? '')
      const whole = await restore(env, file)

      assert.deepEqual(left, [])
      assert.equal(whole.code, 0, whole.stderr)
    },
  )
}

siteTest('a restore is refused if the database has accounts', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'backup')
  await backUp(site.env, file)
  await using place = await newPlace(site.database)
  await runPortal(['player', 'create', 'Alex', 'alex@example.org'], place.env)
  const before = await contents(place.env)

  const refused = await restore(place.env, file)

  const reason = 'this database has accounts: restore into an empty one'
  assert.deepEqual([refused.code, refused.stderr], [1, `error: ${reason}\n`])
  assert.deepEqual(await contents(place.env), before)
})

sqliteTest('a restore is refused while the site runs', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'backup')
  await backUp(site.env, file)
  await using place = await newPlace('SQLite')
  await using server = await startPortal(place.env)

  const refused = await restore(place.env, file)
  const ready = await server.send('GET', '/health/ready')

  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, 'error: the site is running on this database: stop it first\n'],
  )
  assert.equal(ready.status, 200)
})

sqliteTest('a backup without a key can be restored only with ENCRYPTION_KEY', async (site) => {
  using folder = newFolder()
  await site.player('Steve')
  const [withKey, keyless] = [join(folder.path, 'with'), join(folder.path, 'without')]
  await backUp(site.env, withKey)
  const { warning } = await backUp(site.env, keyless, ['--no-key'])
  const key = readFileSync(join(site.dataDir, 'encryption.key'), 'utf8').trim()
  const other = Buffer.alloc(32, 7).toString('base64')
  await using place = await newPlace('SQLite')

  const attempts = [
    await restore(place.env, keyless),
    await restore({ ...place.env, ENCRYPTION_KEY: other }, withKey),
    await restore({ ...place.env, ENCRYPTION_KEY: other }, keyless),
    await restore({ ...place.env, ENCRYPTION_KEY: key }, keyless),
  ]

  assert.equal(warning, '')
  assert.deepEqual(
    attempts.map(({ code, stderr }) => [code, stderr]),
    [
      [1, 'error: the backup has no key: set ENCRYPTION_KEY to the key of its site\n'],
      [
        1,
        "error: ENCRYPTION_KEY differs from the backup's key: unset it, and the backup's key is kept in DATA_DIR\n",
      ],
      [
        1,
        'error: ENCRYPTION_KEY does not fit this database: its keys were sealed with another one\n',
      ],
      [0, ''],
    ],
  )
  assert.ok(!existsSync(join(place.env.DATA_DIR ?? '', 'encryption.key')))
})

sqliteTest('a killed restore leaves an empty or a complete database', async (site) => {
  using folder = newFolder()
  await furnish(site)
  const file = join(folder.path, 'backup')
  const { rows } = await backUp(site.env, file)
  const everybody = await countPlayers(site.app)
  const states = new Set<number>()

  for (let kill = 0; kill < 8; kill += 1) {
    await using place = await newPlace('SQLite')
    const patience = 60 * kill // in ms: some kills come before the first statement of the restore, some after the last
    await runPortal(['restore', file], place.env, '', patience)
    const app = await openQuietly(place.env)
    const count = await countPlayers(app)
    await app.close()
    states.add(count)
    if (count === 0) assert.equal((await restore(place.env, file)).code, 0)
  }

  assert.ok(rows > 0)
  for (const players of states) assert.ok([0, everybody].includes(players), `${players} players`)
})

async function countPlayers({ db }: Pick<App, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
