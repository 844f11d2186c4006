import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealAsked } from '../../src/import/runs/run-request.ts'
import { findRun, replaceRun } from '../../src/import/runs/run-store.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { backupReader } from '../operations/backup/panel-backup.ts'
import { owner, traces } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { newPostgres } from '../support/empty-site.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { until } from '../support/wait-until.ts'
import { oddPlayers } from './authme-players.ts'
import { authmeTable } from './authme-source.ts'
import { onSqlite } from './old-database.ts'
import { GO, inPhase, looked, sendFile, sendPart } from './panel-mover.ts'

const oldDatabase = () => onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
const coming = oddPlayers.filter(({ comesAs }) => comesAs !== undefined)

/** What moves have left in the data folder. */
function files(site: Site): string[] {
  return readdirSync(site.dataDir).filter((name) => name.startsWith('import-'))
}

siteTest('an owner uploads a database, reads the report, proves and starts', async (site) => {
  await using old = await oldDatabase()
  const notch = await owner(site)
  const prove = async (username: string, password: string) => {
    await notch.send('POST', '/admin/import/proof', { username, password })
    return (await inPhase(notch, ['ready'])).proof
  }

  const ready = await looked(site, notch, old.from)
  const [upload = ''] = files(site).filter((name) => name.endsWith('.upload'))
  const { mode } = statSync(join(site.dataDir, upload))
  const faulty = await notch.send('POST', '/admin/import/start', { ...GO, skipFaulty: false })
  const unproved = await notch.send('POST', '/admin/import/start', { ...GO, withoutProof: false })
  const wrong = await prove('Steve', 'not the password')
  const nobody = await prove('Herobrine', 'password')
  const still = await notch.send('POST', '/admin/import/start', { ...GO, withoutProof: false })
  const right = await prove('steve', 'password')
  await notch.send('POST', '/admin/import/start', { ...GO, withoutProof: false })
  const done = await inPhase(notch, ['done', 'failed'])
  await until(() => files(site).length === 0)
  const told = (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
  const signedIn = await site.browser().logIn('Steve', 'password')

  const { read, importable, skipped, weak } = ready.report ?? {}
  assert.deepEqual([read, importable], [oddPlayers.length, coming.length])
  assert.equal(skipped?.count, oddPlayers.length - coming.length)
  assert.equal(skipped?.items.find(({ name }) => name === 'Иван')?.rename, 'ivan2')
  assert.ok(weak && weak.count > 0)
  assert.equal(mode & 0o777, 0o600)
  assert.ok(told.includes('notch@example.org: Players are moving in: Portal'))
  assert.deepEqual([faulty, unproved, still].map(outcome), [
    '409 import.faulty',
    '409 import.unproved',
    '409 import.unproved',
  ])
  assert.deepEqual([wrong?.opens, nobody?.opens], [false, false])
  assert.equal(nobody?.problem, 'nobody in the source has this name')
  assert.deepEqual(right, { username: 'Steve', opens: true, problem: null })
  assert.equal(done.result?.imported, coming.length, done.failure ?? '')
  assert.equal(outcome(signedIn), '200')
  const trail = await traces(site, 'import.started', 'import.ended', 'players.imported')
  assert.deepEqual(
    new Set(trail.map(({ action, actor }) => `${action} ${actor === notch.id}`)),
    new Set(['import.started true', 'import.ended true', 'players.imported true']),
  )
})

siteTest('a file that is no database, or too large, is refused', async (site) => {
  using folder = newFolder()
  const text = join(folder.path, 'notes.db')
  writeFileSync(text, 'this is no database')
  const notch = await owner(site)
  const part = { name: 'a.db', offset: 0, bytes: Buffer.alloc(8) }

  const none = await notch.send('POST', '/admin/import', { source: 'authme' })
  const large = await sendPart(site, notch, { ...part, size: 1_000_000_001 })
  const early = await sendPart(site, notch, { ...part, size: 100, offset: 50 })
  await sendFile(site, notch, text)
  const wrong = await notch.send('POST', '/admin/import', { source: 'authme' })
  const other = await sendPart(site, notch, { ...part, size: 100 })
  const ended = await notch.send('DELETE', '/admin/import')
  await until(() => files(site).length === 0)

  assert.deepEqual([none, large, early, wrong, other, ended].map(outcome), [
    '409 import.nofile',
    '413 request.toolarge',
    '409 import.elsewhere',
    '400 import.nodatabase',
    '409 import.running',
    '204',
  ])
})

siteTest('a database is read by its address, whose password is shown nowhere', async (site) => {
  const postgres = await newPostgres()
  const notch = await owner(site)
  const url = new URL(postgres.url)
  const password = url.password || 'swordfish'
  url.password = password
  const look = (address: string) =>
    notch.send('POST', '/admin/import', { source: 'authme', address })

  const refused = []
  for (const address of [
    '/etc/passwd',
    'file:///etc/passwd',
    'postgres://localhost/x?sslrootcert=/etc/passwd',
    'mysql://localhost/x?socketPath=/run/mysqld.sock',
  ]) {
    refused.push(await look(address))
  }
  const begun = await look(url.href)
  const shown = await inPhase(notch, ['ready', 'failed'])
  await postgres.drop()

  assert.deepEqual(refused.map(outcome), Array(4).fill('400 request.invalid'))
  assert.equal(outcome(begun), '200')
  assert.equal(shown.failure, 'there is no table authme; --table names another one')
  assert.match(shown.place ?? '', /:\*\*\*@/)
  const rows = await site.app.db.selectFrom('setting').selectAll().execute()
  const audits = await site.app.db.selectFrom('audit').selectAll().execute()
  for (const text of [JSON.stringify(rows), JSON.stringify(audits), site.logLines.join()]) {
    assert.ok(!text.includes(`:${password}@`))
  }
})

siteTest('moving in is for superusers alone', async (site) => {
  const alex = await backupReader(site)
  const part = { name: 'a.db', size: 100, offset: 0, bytes: Buffer.alloc(8) }

  const replies = [
    await alex.get('/admin/import'),
    await sendPart(site, alex, part),
    await alex.send('POST', '/admin/import', { source: 'authme', address: 'mysql://h/x' }),
    await alex.send('POST', '/admin/import/proof', { username: 'Steve', password: 'x' }),
    await alex.send('POST', '/admin/import/start', GO),
    await alex.send('DELETE', '/admin/import'),
  ]

  assert.deepEqual(replies.map(outcome), Array(6).fill('403 auth.forbidden'))
  assert.deepEqual(files(site), [])
})

siteTest('who is no superuser any more when players are written writes nobody', async (site) => {
  await using old = await oldDatabase()
  const notch = await owner(site)
  const { id: actor } = await site.player('Alex')
  await looked(site, notch, old.from)
  const { db, keys } = site.app
  const run = await findRun(db)
  if (!run) throw new Error('there is no run')

  const start = { kind: 'start', by: { actor, ip: null }, skipFaulty: true, update: false } as const
  const asked = sealAsked(await keys.newest(), run.run.id, start) // as while Alex still was one
  await replaceRun(db, run, { ...run.run, phase: 'writing', asked }, site.now())
  const ended = await inPhase(notch, ['done', 'failed'])
  await until(async () => (await traces(site, 'import.failed')).length > 0)

  assert.equal(ended.phase, 'failed')
  const players = await db.selectFrom('player').select('username').orderBy('username').execute()
  assert.deepEqual(
    players.map(({ username }) => username),
    ['Alex', 'Notch'],
  )
})

siteTest(
  'a file that nobody comes back to is deleted',
  async (site) => {
    await using old = await oldDatabase()
    const notch = await owner(site)
    await looked(site, notch, old.from)

    site.wait(HOUR)
    await until(() => files(site).length === 0)

    assert.equal((await notch.get('/admin/import')).body.run, null)
  },
  { env: { JWT_EXPIRES: '2h' } },
)
