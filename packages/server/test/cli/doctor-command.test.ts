import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Checkup } from '@portal/contract'
import { owner } from '../support/administrator.ts'
import { newFolder, newPlace, runPortal, startPortal } from '../support/server-process.ts'
import { databases, siteTest } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'
import { openStubServer } from '../support/stub-server.ts'

const DONE = 0
const LOGIN = { user: 'portal', password: 'a very secret word' }
const REFUSED = 1

async function examine(env: Record<string, string>) {
  const { code, stdout, stderr } = await runPortal(['doctor', '--json'], env)
  const { checkups }: { checkups: Checkup[] } = JSON.parse(stdout)
  const byId = new Map(checkups.map((checkup) => [checkup.id, checkup]))
  const bad = checkups.filter(({ state }) => state === 'bad').map(({ id }) => id)
  return { code, stdout, stderr, bad, of: (id: string) => byId.get(id) ?? assert.fail(id) }
}

for (const database of databases) {
  test(`the doctor finds no problem on a running site (${database})`, async () => {
    await using place = await newPlace(database)
    await using mail = await openMailServer()
    await using leaks = await openStubServer((_request, response) =>
      response.end(`${'0'.repeat(35)}:1\r\n`),
    )
    using disk = newFolder(process.env.TEST_CACHE) // the doctor objects to data in memory
    const data = { ...place.env, DATA_DIR: disk.path }
    const env = { ...data, SMTP_URL: mail.url, BREACH_API_URL: leaks.url }
    await using server = await startPortal(env)
    const seen = await examine({ ...env, HOST: '127.0.0.1', PUBLIC_URL: server.url })

    assert.deepEqual([seen.code, seen.stderr, seen.bad], [DONE, '', []])
    for (const id of ['settings', 'outside', 'database', 'secrets', 'clock', 'mail-server']) {
      assert.equal(seen.of(id).state, 'good', id)
    }
  })

  test(`the doctor reports a key that does not belong to the database (${database})`, async () => {
    await using place = await newPlace(database)
    await using _server = await startPortal(place.env)
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')

    const { code, of } = await examine({ ...place.env, ENCRYPTION_KEY: key })

    assert.equal(code, REFUSED)
    assert.equal(of('secrets').state, 'bad')
    assert.match(of('secrets').detail.en, /does not belong to this database/)
  })
}

siteTest('the doctor checks the mail server set in the panel', async (site) => {
  await using mail = await openMailServer({ login: LOGIN })
  const notch = await owner(site)
  const { hostname, port } = new URL(mail.url)
  const server = { host: hostname, port: Number(port), security: 'none', from: 'a@blocks.example' }
  const examined = async (password: string) => {
    const set = { ...server, user: LOGIN.user, password }
    assert.equal((await notch.send('PUT', '/admin/mail/server', set)).status, 200)
    return (await examine(site.env)).of('mail-server')
  }

  const right = await examined(LOGIN.password)
  const wrong = await examined('no such word')

  assert.deepEqual([right.state, wrong.state], ['good', 'bad'])
  assert.match(wrong.detail.en, /EAUTH 535/)
  assert.doesNotMatch(JSON.stringify([right, wrong]), /no such word|a very secret word/)
})

test('the doctor counts the servers that share a PostgreSQL database', async () => {
  await using place = await newPlace('PostgreSQL')
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')
  await using _first = await startPortal({ ...place.env, ENCRYPTION_KEY: key })
  await using _second = await startPortal({ ...place.env, ENCRYPTION_KEY: key })

  const { openDatabase } = await import('../../src/database/open-database.ts')
  const { countInstances } = await import('../../src/operations/doctor/doctor-store.ts')
  const { DATA_DIR = '', DATABASE_URL = '' } = place.env
  const db = await openDatabase(
    { dataDir: DATA_DIR, databaseUrl: DATABASE_URL },
    { hasLongStatements: true },
  )
  const instances = await countInstances(db).finally(() => db.destroy())

  assert.equal(instances, 2)
})

test('the doctor creates nothing before the first start', async () => {
  using folder = newFolder()

  const { code, stderr, of } = await examine({ DATA_DIR: folder.path })

  assert.equal(code, REFUSED)
  assert.match(stderr, /^error: \d+ of \d+ checks failed\n$/)
  assert.match(of('database').detail.en, /never been started/)
  assert.deepEqual(readdirSync(folder.path), [])
})

test('the doctor finishes all checks despite an unreachable database and invalid settings', async () => {
  using folder = newFolder()
  const env = {
    DATA_DIR: folder.path,
    PORT: 'eighty',
    DATABASE_URL: 'postgres://portal:a-database-secret@127.0.0.1:9/portal',
    TRUST_PROXY: '104.0.0.0/8',
    METRICS_TOKEN: 'short',
  }

  const { code, stdout, stderr, bad, of } = await examine(env)

  assert.equal(code, REFUSED)
  assert.match(of('database').detail.en, /ECONNREFUSED/)
  assert.match(of('settings').detail.en, /PORT holds "eighty".*METRICS_TOKEN holds 5/)
  assert.equal(bad.includes('proxy'), true)
  assert.equal(of('outbox').state, 'unknown')
  assert.doesNotMatch(stdout + stderr, /a-database-secret|short/)
})

test('the doctor opens no default database if the database setting is invalid', async () => {
  using folder = newFolder()
  writeFileSync(join(folder.path, 'portal.db'), '')

  const { of } = await examine({ DATA_DIR: folder.path, DATABASE_URL: 'mysql://nowhere' })

  assert.match(of('database').detail.en, /database setting/)
  assert.equal(existsSync(join(folder.path, 'portal.db-wal')), false)
})

test('the doctor reports a file that is not a database', async () => {
  using folder = newFolder()
  writeFileSync(join(folder.path, 'portal.db'), 'no database '.repeat(1000))

  const { code, of } = await examine({ DATA_DIR: folder.path })

  assert.deepEqual([code, of('database').state], [REFUSED, 'bad'])
})

test('the doctor reports a damaged SQLite file', async () => {
  await using place = await newPlace('SQLite')
  const { DATA_DIR = '' } = place.env
  const server = await startPortal(place.env)
  server.kill('SIGTERM')
  await server.ended()
  const file = join(DATA_DIR, 'portal.db')
  const whole = await examine(place.env)
  const bytes = readFileSync(file)
  bytes.fill(0xff, 4096 * 3, 4096 * 12) // some trees, but no list of tables or migrations
  writeFileSync(file, bytes)

  const { code, of } = await examine(place.env)

  assert.equal(whole.of('database').state, 'good')
  assert.deepEqual([code, of('database').state], [REFUSED, 'bad'])
  assert.match(of('database').detail.en, /damaged: /)
})

test('the doctor prints each check as a line with advice below', async () => {
  using folder = newFolder()

  const { stdout } = await runPortal(['doctor'], { DATA_DIR: folder.path })

  assert.match(stdout, /^good {5}Environment settings: Every value is valid\.$/m)
  assert.match(stdout, /^warning {2}Mail server: No mail server is set.*\n {9}→ Set a mail server/m)
})
