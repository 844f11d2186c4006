import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, openApp } from '../src/app.ts'
import type { Value } from '../src/backup/backup-lines.ts'
import { withSnapshot } from '../src/backup/snapshot-store.ts'
import { readConfig } from '../src/config.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { openLog } from '../src/platform/log.ts'
import { stepAt, totpCode } from '../src/two-factor/totp.ts'
import { fromBase32 } from './authenticator.ts'
import { bearer, outcome } from './browser.ts'
import { type Environment, newFolder, newPlace, runPortal, startPortal } from './child.ts'
import { openLauncher } from './launcher-server.ts'
import { type DatabaseKind, openSite, PASSWORD, type Site, siteTest } from './site.ts'
import { sqliteTest } from './sqlite-test.ts'
import { putSkin, skinFile } from './wardrobe.ts'

const OTHER: Record<DatabaseKind, DatabaseKind> = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' }
/** How packed text begins. */
const GZIP = Buffer.from('1f8b08', 'hex')
const PASSPHRASE = 'nobody guesses this one'

/** Runs `backup` beside the site; @returns what it printed and what it warned of. */
async function backUp(env: Environment, file: string, args: string[] = [], stdin = '') {
  const ended = await runPortal(['backup', file, '--json', ...args], env, stdin)
  assert.equal(ended.code, 0, ended.stderr)
  return { ...JSON.parse(ended.stdout), warning: ended.stderr }
}

function restore(env: Environment, file: string, args: string[] = [], stdin = '') {
  return runPortal(['restore', file, '--json', ...args], env, stdin)
}

/** Every row of every table, with its table, in an order of its own. */
async function contents(env: Environment): Promise<string[]> {
  const lines: string[] = []
  await withSnapshot(readConfig(env), async (snapshot) => {
    for (const table of await snapshot.tables()) {
      for await (const row of snapshot.rows(table)) {
        const cells = table.columns.map((column, at) => [column, shown(row[at])])
        const sorted = cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
        lines.push(`${table.name} ${JSON.stringify(sorted)}`)
      }
    }
  })
  return lines.sort()
}

/** Bytes by their hexadecimal form, whichever kind of array a database gives. */
function shown(value: Value | undefined): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** A site with a player who has all that a player can have, and a launcher server. */
async function furnish(site: Site) {
  const steve = await site.player('Steve')
  const auth = bearer(steve.accessToken)
  await putSkin(steve, skinFile(7))
  const { body } = await steve.browser.get('/cabinet/2fa/generate', auth)
  const secret = fromBase32(body.secret)
  const code = totpCode(secret, stepAt(site.now()))
  await steve.browser.post('/cabinet/2fa/enable', { code }, auth)
  const launcher = await openLauncher(site, { addresses: ['127.0.0.1'] })
  await site.player('Alex')
  return { steve, secret, apiKey: launcher.secret }
}

siteTest('a site moves to the other database and back by one file, row for row', async (site) => {
  using folder = newFolder()
  const { steve, secret, apiKey } = await furnish(site)
  const files = [join(folder.path, 'there'), join(folder.path, 'back')]
  await using there = await newPlace(OTHER[site.database])
  await using back = await newPlace(site.database)
  const before = await contents(site.env)

  const made = await backUp(site.env, files[0] ?? '')
  const moved = await restore(there.env, files[0] ?? '')
  await backUp(there.env, files[1] ?? '')
  const returned = await restore(back.env, files[1] ?? '')

  assert.deepEqual([moved.code, returned.code], [0, 0], moved.stderr + returned.stderr)
  assert.equal(JSON.parse(moved.stdout).rows, made.rows)
  assert.ok(before.length > 20)
  assert.deepEqual(await contents(there.env), before)
  assert.deepEqual(await contents(back.env), before)
  const reopened = await reopen(site, there.env)
  const login = { username_or_email: 'Steve', password: PASSWORD }
  const totp = totpCode(secret, stepAt(reopened.now()))
  const browser = reopened.browser({ ip: '127.0.0.1' })
  const replies = [
    await browser.post('/auth/login', { ...login, totp }),
    await reopened.browser().post('/auth/refresh', { refresh_token: steve.refreshToken }),
    await browser.get('/auth/launcher/user?username=Steve', { authorization: `Api-Key ${apiKey}` }),
    await browser.get('/textures/player/Steve'),
  ]
  const skin = new URL(replies[2]?.body.textures.skin.url)
  replies.push(await browser.get(skin.pathname))
  await reopened.close()
  assert.deepEqual(replies.map(outcome), ['200', '200', '200', '200', '200'])
})

/** The site itself on another place, a minute later. */
async function reopen(site: Site, env: Environment): Promise<Site> {
  const opened = await openSite('SQLite', { env })
  opened.wait(site.now() - opened.now() + MINUTE)
  return opened
}

siteTest('a backup taken among writers holds whole acts, and no half ones', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'busy')
  let isOver = false
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const ip = `198.51.${writer}.${turn % 250}`
      const username = `P${writer}_${turn}`
      const body = { username, email: `${username}@example.org`, password: PASSWORD }
      await site.browser({ ip }).post('/auth/register', body)
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))

  await backUp(site.env, file).finally(() => {
    isOver = true
    return Promise.all(writers)
  })
  await using place = await newPlace(site.database)
  const { code, stderr } = await restore(place.env, file)

  assert.equal(code, 0, stderr)
  const rows = await contents(place.env)
  const of = (start: string) => rows.filter((row) => row.startsWith(start)).length
  const registered = rows.filter((row) => row.includes('"player.registered"')).length
  assert.deepEqual([of('session '), registered], [of('player '), of('player ')])
})

sqliteTest('an encrypted backup opens by its passphrase alone', async (site) => {
  using folder = newFolder()
  await furnish(site)
  const file = join(folder.path, 'sealed')

  const made = await backUp(site.env, file, ['--passphrase-stdin'], `${PASSPHRASE}\n`)
  await using place = await newPlace('SQLite')
  const without = await restore(place.env, file)
  const wrong = await restore(place.env, file, ['--passphrase-stdin'], 'another one\n')
  const empty = await restore(place.env, file, ['--passphrase-stdin'], '\n')
  const right = await restore({ ...place.env, BACKUP_PASSPHRASE: PASSPHRASE }, file)

  assert.deepEqual([made.encrypted, made.warning], [true, ''])
  assert.equal(readFileSync(file).indexOf(GZIP), -1)
  assert.deepEqual(
    [without, wrong, empty].map(({ code, stderr }) => [code, stderr]),
    [
      [1, 'error: the backup is encrypted: give its passphrase\n'],
      [1, 'error: the passphrase is another one, or the backup is damaged\n'],
      [1, 'error: the passphrase is empty\n'],
    ],
  )
  assert.equal(right.code, 0, right.stderr)
  assert.deepEqual(await contents(place.env), await contents(site.env))
})

sqliteTest(
  'a backup is its owner’s alone, warns of its key, and replaces no file',
  async (site) => {
    using folder = newFolder()
    const file = join(folder.path, 'plain')

    const made = await backUp(site.env, file)
    const again = await runPortal(['backup', file], site.env)
    const forced = await backUp(site.env, file, ['--force'])
    const nowhere = await runPortal(['backup', join(folder.path, 'no', 'such')], site.env)
    const nothing = await runPortal(['backup', join(folder.path, 'x')], { DATA_DIR: folder.path })

    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(made.warning, /not encrypted/)
    assert.equal(made.rows, forced.rows)
    assert.deepEqual([again.code, again.stderr], [1, `error: ${file} is there already\n`])
    assert.deepEqual([nowhere.code, nothing.code], [1, 1])
    assert.match(nothing.stderr, /^error: there is no site here yet\n$/)
    assert.deepEqual(readdirSync(folder.path), ['plain'])
  },
)

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
      const players = (await contents(env)).filter((row) => row.startsWith('player '))
      const whole = await restore(env, file)

      assert.deepEqual(players, [])
      assert.equal(whole.code, 0, whole.stderr)
    },
  )
}

siteTest('nothing is restored over accounts', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'backup')
  await backUp(site.env, file)
  await using place = await newPlace(site.database)
  await runPortal(['player', 'create', 'Alex', 'alex@example.org'], place.env)
  const before = await contents(place.env)

  const refused = await restore(place.env, file)

  const reason = 'there are accounts in this database: restore into an empty one'
  assert.deepEqual([refused.code, refused.stderr], [1, `error: ${reason}\n`])
  assert.deepEqual(await contents(place.env), before)
})

sqliteTest('a running site is not pulled from under its feet', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'backup')
  await backUp(site.env, file)
  await using place = await newPlace('SQLite')
  await using server = await startPortal(place.env)

  const refused = await restore(place.env, file)
  const ready = await server.send('GET', '/health/ready')

  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, 'error: the site runs on this database: stop it first\n'],
  )
  assert.equal(ready.status, 200)
})

sqliteTest('the key comes with the backup, or from who restores it', async (site) => {
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
      [1, 'error: the backup holds no key: set ENCRYPTION_KEY to that of its site\n'],
      [
        1,
        "error: ENCRYPTION_KEY is not the backup's own: leave it out, and that is kept in DATA_DIR\n",
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

sqliteTest('a restore that is killed leaves an empty place or a whole one', async (site) => {
  using folder = newFolder()
  await furnish(site)
  const file = join(folder.path, 'backup')
  const { rows } = await backUp(site.env, file)
  const states = new Set<number>()

  for (let kill = 0; kill < 8; kill += 1) {
    await using place = await newPlace('SQLite')
    const patience = 60 * kill // from before its first statement to after its last
    await runPortal(['restore', file], place.env, '', patience)
    const app = await openQuietly(place.env)
    const { count } = await app.db
      .selectFrom('player')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await app.close()
    states.add(Number(count))
    if (Number(count) === 0) assert.equal((await restore(place.env, file)).code, 0)
  }

  assert.ok(rows > 0)
  for (const players of states) assert.ok([0, 2].includes(players), `${players} players`)
})

/** What `serve` opens at its start. */
function openQuietly(env: Environment): Promise<App> {
  return openApp(readConfig(env), { log: openLog('silent') })
}
