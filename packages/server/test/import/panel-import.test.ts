import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRun } from '@portal/contract'
import { newRun } from '../../src/import/runs/run.ts'
import { sealRunRequest } from '../../src/import/runs/run-request.ts'
import { findRun, replaceRun } from '../../src/import/runs/run-store.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { backupReader } from '../operations/backup/panel-backup.ts'
import { auditEntries, owner } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { newPostgres } from '../support/empty-site.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { oddPlayers } from './authme-players.ts'
import { authmeTable } from './authme-source.ts'
import { onSqlite } from './old-database.ts'
import { GO, inPhase, looked, sendFile, sendPart } from './panel-importer.ts'

const oldDatabase = () => onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
const coming = oddPlayers.filter(({ comesAs }) => comesAs !== undefined)

/** The files of imports in the data folder. */
function files(site: Site): string[] {
  return readdirSync(site.dataDir).filter((name) => name.startsWith('import-'))
}

siteTest('a superuser can import an uploaded database after testing a password', async (site) => {
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
  await waitUntil(() => files(site).length === 0)
  const told = (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
  const signedIn = await site.browser().logIn('Steve', 'password')

  const { read, importable, skipped, weak } = ready.report ?? {}
  assert.deepEqual([read, importable], [oddPlayers.length, coming.length])
  assert.equal(skipped?.count, oddPlayers.length - coming.length)
  assert.equal(skipped?.items.find(({ name }) => name === 'Иван')?.rename, 'ivan2')
  assert.ok(weak && weak.count > 0)
  assert.equal(mode & 0o777, 0o600)
  assert.ok(told.includes('notch@example.org: An import of players has started: Portal'))
  assert.deepEqual([faulty, unproved, still].map(outcome), [
    '409 import.faulty',
    '409 import.unproved',
    '409 import.unproved',
  ])
  assert.deepEqual([wrong?.opens, nobody?.opens], [false, false])
  assert.equal(nobody?.problem, 'no player in the source has this name')
  assert.deepEqual(nobody?.problemCode, { code: 'trial-unknown', data: {} })
  assert.deepEqual(right, { username: 'Steve', opens: true, problem: null })
  assert.equal(done.result?.imported, coming.length, done.failure ?? '')
  assert.equal(outcome(signedIn), '200')
  const trail = await auditEntries(site, 'import.started', 'import.ended', 'players.imported')
  assert.deepEqual(
    new Set(trail.map(({ action, actor }) => `${action} ${actor === notch.id}`)),
    new Set(['import.started true', 'import.ended true', 'players.imported true']),
  )
})

sqliteTest('an upload that is not a database or is too large is refused', async (site) => {
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
  await waitUntil(() => files(site).length === 0)

  assert.deepEqual([none, large, early, wrong, other, ended].map(outcome), [
    '409 import.nofile',
    '413 request.toolarge',
    '409 import.elsewhere',
    '400 import.nodatabase',
    '409 import.running',
    '204',
  ])
})

siteTest('the password in a database address is neither stored nor shown', async (site) => {
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
  assert.equal(shown.failure, 'no table authme; --table names another one')
  assert.deepEqual(shown.failureCode, { code: 'table-missing', data: { table: 'authme' } })
  assert.match(shown.place ?? '', /:\*\*\*@/)
  const rows = await site.app.db.selectFrom('setting').selectAll().execute()
  const audits = await site.app.db.selectFrom('audit').selectAll().execute()
  for (const text of [JSON.stringify(rows), JSON.stringify(audits), site.logLines.join()]) {
    assert.ok(!text.includes(`:${password}@`))
  }
})

sqliteTest('each sentence in the report of an import has a code with data', async (site) => {
  await using old = await oldDatabase()
  const notch = await owner(site)

  const { report } = await looked(site, notch, old.from)

  const rows = [...(report?.skipped.items ?? []), ...(report?.notes.items ?? [])]
  const codesOf = (name: string) =>
    rows.flatMap((row) => (row.name === name ? row.reasonCodes : []))
  assert.ok(rows.every(({ reasons, reasonCodes }) => reasons.length === reasonCodes?.length))
  assert.deepEqual(codesOf('Иван'), [{ code: 'name-invalid', data: {} }])
  assert.deepEqual(codesOf('Bare'), [
    { code: 'hash-ambiguous', data: { schemes: 'double-md5, md5' } },
  ])
  assert.deepEqual(
    report?.toldCodes?.map(({ code, data }) => [code, data.table]),
    [['columns-unread', 'authme']],
  )
})

sqliteTest(
  'an import started by an older release is shown with the sentences that it stored',
  async (site) => {
    const notch = await owner(site)
    const given = {
      id: 'old',
      holder: 'gone',
      by: { actor: notch.id, ip: null },
      file: null,
    } as const
    const row = { row: 4, name: 'Steve', reasons: ['comes without a password'], rename: null }
    const none = { count: 0, items: [] }
    const counts = { read: 1, importable: 1, present: 0, withoutEmail: 0, withNewUuid: 0 }
    const report = {
      ...{ ...counts, schemes: [], weak: { count: 0, seconds: 0 }, beside: false },
      ...{ skipped: none, notes: { count: 1, items: [row] }, told: ['a sentence'] },
    }
    const run = { ...newRun({ ...given, phase: 'ready' }, site.now()), report, failure: 'why' }
    await replaceRun(site.app.db, undefined, run, site.now())

    const shown: ImportRun = (await notch.get('/admin/import')).body.run

    assert.deepEqual([shown.report, shown.failure, shown.failureCode], [report, 'why', null])
  },
)

sqliteTest('only superusers can use imports in the panel', async (site) => {
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

sqliteTest(
  'an import fails if the administrator who started it is no longer a superuser',
  async (site) => {
    await using old = await oldDatabase()
    const notch = await owner(site)
    const { id: actor } = await site.player('Alex')
    await looked(site, notch, old.from)
    const { db, keys } = site.app
    const run = await findRun(db)
    if (!run) throw new Error('there is no run')

    const start = {
      kind: 'start',
      by: { actor, ip: null },
      skipFaulty: true,
      update: false,
    } as const
    const asked = sealRunRequest(await keys.newest(), run.run.id, start) // as if Alex had been a superuser before
    await replaceRun(db, run, { ...run.run, phase: 'writing', asked }, site.now())
    const ended = await inPhase(notch, ['done', 'failed'])
    await waitUntil(async () => (await auditEntries(site, 'import.failed')).length > 0)

    assert.equal(ended.phase, 'failed')
    assert.deepEqual(ended.failureCode, { code: 'not-superuser', data: {} })
    const players = await db.selectFrom('player').select('username').orderBy('username').execute()
    assert.deepEqual(
      players.map(({ username }) => username),
      ['Alex', 'Notch'],
    )
  },
)

sqliteTest(
  'an unused import file is deleted after an hour',
  async (site) => {
    await using old = await oldDatabase()
    const notch = await owner(site)
    await looked(site, notch, old.from)

    site.wait(HOUR)
    await waitUntil(() => files(site).length === 0)

    assert.equal((await notch.get('/admin/import')).body.run, null)
  },
  { env: { JWT_EXPIRES: '2h' } },
)
