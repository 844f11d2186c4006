import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { listPlayers } from '../../../src/admin/players/list-players.ts'
import { parsePlayerFilters } from '../../../src/admin/players/parse-players.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { outcome } from '../../support/browser.ts'
import { type Environment, newFolder, newPlace, runPortal } from '../../support/server-process.ts'
import { type DatabaseKind, openSite, PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { backUp, contents, furnish, PASSPHRASE, restore } from './backup-place.ts'

const OTHER: Record<DatabaseKind, DatabaseKind> = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' }

/** The first bytes of gzip. */
const GZIP = Buffer.from('1f8b08', 'hex')

siteTest('no row is lost when a backup moves a site to another database and back', async (site) => {
  using folder = newFolder()
  const { steve, secret, recoveryCode, apiKey } = await furnish(site)
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
  const found = await listPlayers(reopened.app, { query: 'TEV' }, parsePlayerFilters({}))
  const login = { username_or_email: 'Steve', password: PASSWORD }
  const totp = totpCode(secret, stepAt(reopened.now()))
  const browser = reopened.browser({ ip: '127.0.0.1' })
  const replies = [
    await browser.post('/auth/login', { ...login, totp }),
    await reopened.browser().post('/auth/refresh', { refresh_token: steve.refreshToken }),
    await browser.get('/auth/launcher/user?username=Steve', {
      authorization: `Api-Key ${apiKey}`,
    }),
    await browser.get('/textures/player/Steve'),
    await browser.post('/auth/login', { ...login, totp: recoveryCode }),
  ]
  const skin = new URL(replies[2]?.body.textures.skin.url)
  replies.push(await browser.get(skin.pathname))
  await reopened.close()
  assert.deepEqual(replies.map(outcome), Array(6).fill('200'))
  assert.deepEqual(
    found.items.map(({ username }) => username),
    ['Steve'],
  )
})

/** Opens the site at another place, a minute later. */
async function reopen(site: Site, env: Environment): Promise<Site> {
  const opened = await openSite('SQLite', { env })
  opened.wait(site.now() - opened.now() + MINUTE)
  return opened
}

siteTest('a backup taken during writes contains no partial change', async (site) => {
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

sqliteTest('an encrypted backup needs its passphrase', async (site) => {
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
      [1, 'error: the passphrase is wrong, or the backup is damaged\n'],
      [1, 'error: the passphrase is empty\n'],
    ],
  )
  assert.equal(right.code, 0, right.stderr)
  assert.deepEqual(await contents(place.env), await contents(site.env))
})

sqliteTest('only the owner of a backup file can read it', async (site) => {
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
  assert.deepEqual([again.code, again.stderr], [1, `error: ${file} already exists\n`])
  assert.deepEqual([nowhere.code, nothing.code], [1, 1])
  assert.match(nothing.stderr, /^error: there is no site here yet\n$/)
  assert.deepEqual(readdirSync(folder.path), ['plain'])
})

sqliteTest('the first backup creates the backups folder of the site', async (site) => {
  using folder = newFolder()
  const [data, backups] = [join(folder.path, 'data'), join(site.dataDir, 'backups')]
  symlinkSync(site.dataDir, data) // as systemd makes a service's folder

  await backUp({ ...site.env, DATA_DIR: data }, join(backups, 'today'))

  assert.deepEqual(readdirSync(backups), ['today'])
  assert.equal(statSync(backups).mode & 0o777, 0o700)
})
