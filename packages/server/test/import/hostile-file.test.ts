import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ImportRun } from '@portal/contract'
import { SECOND } from '../../src/platform/clock.ts'
import { REFUSED } from '../cli/command.ts'
import { owner } from '../support/administrator.ts'
import { runInProcess } from '../support/run-in-process.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type CraftedFile, craftedBy, endlessTable, PAGE } from './crafted-file.ts'
import { inPhase, looked, sendFile } from './panel-importer.ts'

const COLUMNS = 'username text, realname text, password text'
const STEVE = `insert into authme (username, realname, password) values ('steve', 'Steve', '')`
/** The tests move the clock at each check of the import, more often on a slow machine; the owner stays signed in. */
const LONG_SESSION = { env: { JWT_EXPIRES: '3650d' } }
/** A query that runs for minutes. */
const ENDLESS = `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 1000000000)
  select 'steve' as username, 'Steve' as realname, '' as password from counted`

sqliteTest(
  'a database file that takes too long to read is refused without blocking the server',
  async (site) => {
    using file = endlessTable()
    const notch = await owner(site)
    await sendFile(site, notch, file.from)

    await notch.send('POST', '/admin/import', { source: 'authme' })
    const answers: number[] = []
    for (let count = 0; count < 50; count += 1) {
      answers.push((await site.browser().get('/health/live')).status)
    }
    const still = await inPhase(notch, ['reading', 'ready', 'failed'])
    const failed = await readTooLong(site, notch)

    assert.deepEqual(new Set(answers), new Set([200]))
    assert.deepEqual([still.phase, failed?.phase], ['reading', 'failed'])
    assert.equal(failed?.failure, 'a query took longer than 30 s')
    assert.deepEqual(scratchFiles(site), [])
    assert.equal((await site.app.db.selectFrom('player').select('id').execute()).length, 1)
  },
  LONG_SESSION,
)

sqliteTest(
  'a database file can be read after another one has timed out',
  async (site) => {
    using file = endlessTable()
    using good = craftedBy(`create table authme (${COLUMNS}); ${STEVE}`)
    const notch = await owner(site)
    await sendFile(site, notch, file.from)
    await notch.send('POST', '/admin/import', { source: 'authme' })
    await readTooLong(site, notch)

    const ready = await looked(site, notch, good.from)

    assert.deepEqual([ready.phase, ready.report?.importable], ['ready', 1], ready.failure ?? '')
  },
  LONG_SESSION,
)

sqliteTest('a view in place of a table is refused without being evaluated', async (site) => {
  using file = craftedBy(`create view authme as ${ENDLESS}`)
  const notch = await owner(site)

  const failed = await looked(site, notch, file.from)

  assert.equal(failed.phase, 'failed')
  assert.equal(failed.failure, 'authme is a view or a virtual table; only tables are read')
})

const REFUSED_FILES: Readonly<Record<string, { make: () => CraftedFile; why: RegExp }>> = {
  'a virtual table': {
    make: () => craftedBy(`create virtual table authme using fts5 (username, realname, password)`),
    why: /authme is a view or a virtual table; only tables are read/,
  },
  'a view beside a table of another program': {
    make: () =>
      craftedBy(`create table wp_users (ID integer primary key, user_login text, user_pass text);
        insert into wp_users values (1, 'steve', '');
        create view wp_usermeta as ${ENDLESS}`),
    why: /wp_usermeta is a view or a virtual table/,
  },
  'a computed password column': {
    make: () =>
      craftedBy(`create table authme (username text, realname text,
        password text as (hex(username)) virtual);
        insert into authme (username, realname) values ('steve', 'Steve')`),
    why: /the table authme has no column password/,
  },
  'a table without row numbers': {
    make: () =>
      craftedBy(`create table authme (username text primary key, realname text, password text)
        without rowid; ${STEVE}`),
    why: /cannot be read: no such column: rowid/,
  },
  'a value of 2 MB': {
    make: () =>
      craftedBy(`create table authme (${COLUMNS});
        insert into authme values ('steve', 'Steve', hex(zeroblob(1000000)))`),
    why: /cannot be read: string or blob too big/,
  },
  'rows that are too large together': {
    make: () =>
      craftedBy(`create table authme (${COLUMNS});
        with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 40)
        insert into authme select 'steve_' || n, 'Steve_' || n, hex(zeroblob(500000)) from counted`),
    why: /cannot be read: 250 rows and what belongs to them are larger than 32 MiB/,
  },
  'a damaged page': {
    make: () => damaged(craftedBy(`create table authme (${COLUMNS}); ${STEVE}`)),
    why: /cannot be read: database disk image is malformed/,
  },
}

for (const [name, { make, why }] of Object.entries(REFUSED_FILES)) {
  sqliteTest(`a database file with ${name} is refused`, async (site) => {
    using file = make()
    const source = name.includes('another program') ? 'wordpress' : 'authme'

    const { code, stderr } = await read(site, file, source)

    assert.equal(code, REFUSED, stderr)
    assert.match(stderr, why)
    assert.deepEqual(scratchFiles(site), [])
  })
}

const READ_FILES: Readonly<Record<string, { sql: string; players: number }>> = {
  'triggers, checks and indexes on expressions': {
    sql: `create table authme (${COLUMNS}, computed text as (hex(username)) virtual,
            check (length(username) > 0));
          ${STEVE};
          create index by_computed on authme (lower(username)) where length(realname) > 2;
          create trigger never after insert on authme begin delete from authme; end`,
    players: 1,
  },
  'row numbers beyond 2 ** 53': {
    sql: `create table authme (id integer primary key, ${COLUMNS});
          with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 600)
          insert into authme select 9223372036854770000 + n, 'steve_' || n, 'Steve_' || n, '' from counted`,
    players: 600,
  },
}

for (const [name, { sql, players }] of Object.entries(READ_FILES)) {
  sqliteTest(`a database file with ${name} is read`, async (site) => {
    using file = craftedBy(sql)

    const { stdout, stderr } = await read(site, file)

    assert.equal(JSON.parse(stdout).importable, players, stderr)
  })
}

/** Advances the clock beyond the time limit of a query until the import has failed. @returns the failed import */
async function readTooLong(site: Site, caller: Awaited<ReturnType<typeof owner>>) {
  let run: ImportRun | undefined
  await waitUntil(async () => {
    site.wait(2 * SECOND)
    run = (await caller.send('GET', '/admin/import')).body.run
    return run?.phase === 'failed'
  })
  return run
}

function read(site: Site, { from }: CraftedFile, source = 'authme') {
  return runInProcess(['import', source, '--from', from, '--json', '--dry-run'], site.env)
}

/** Overwrites the page of the first table. */
function damaged(file: CraftedFile): CraftedFile {
  const bytes = readFileSync(file.from)
  bytes.fill(0xff, PAGE, 2 * PAGE)
  writeFileSync(file.from, bytes)
  return file
}

function scratchFiles(site: Site): string[] {
  return readdirSync(site.dataDir).filter((name) => name.endsWith('.scratch'))
}
