import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DONE, REFUSED } from '../cli/command.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const BCRYPT = '$2a$10$LOhUxhEcS0vgDPv/jkXvCurNb7LjP9xUlEolJGk.Uhgikqc6FtIOi'

async function moveIn(site: Site, source: 'csv' | 'jsonl', text: string, ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players')
  writeFileSync(from, text)
  const given = ['import', source, '--from', from, '--no-proof', '--skip-faulty', ...args]
  return await runInProcess(given, site.env)
}

siteTest('characters that a database may refuse are removed from ban reasons', async (site) => {
  const reasons = { Steve: 'bad\0ness', Alex: `\ud800\u001b[2J${'x'.repeat(600)}`, Jeb_: '\0' }
  const rows = Object.entries(reasons).map(([username, banReason]) => ({ username, banReason }))

  const { code, stderr } = await moveIn(
    site,
    'jsonl',
    rows.map((row) => JSON.stringify(row)).join('\n'),
  )

  assert.equal(code, DONE, stderr)
  const bans = await site.app.db.selectFrom('ban').select('reason').orderBy('reason').execute()
  assert.deepEqual(
    bans.map(({ reason }) => reason).toSorted(),
    ['bad ness', 'import', `\ufffd [2J${'x'.repeat(495)}`].toSorted(),
  )
})

sqliteTest(
  'names in an import file cannot send control characters to the terminal',
  async (site) => {
    const names = ['\u001b[2JRed', '\u202eevetS', 'a'.repeat(2_000_000), 'Steve']
    const text = `username,email\n${names.map((name) => `${name},`).join('\n')}\n`

    const plain = await moveIn(site, 'csv', text)
    const json = await moveIn(site, 'csv', text, '--json')

    assert.equal(plain.code, DONE, plain.stderr)
    assert.match(plain.stdout, /\\u\{1b\}\[2JRed: username: not 3 to 16/)
    assert.match(plain.stdout, /\\u\{202e\}evetS: username: not 3 to 16/)
    assert.doesNotMatch(plain.stdout + plain.stderr + json.stderr, /\p{Cf}|[^\P{Cc}\n]/u)
    assert.ok(plain.stdout.length + json.stdout.length < 10_000)
  },
)

sqliteTest('import rows with nested JSON values are skipped', async (site) => {
  const rows = [
    { username: { toString: 1 } },
    { username: ['Steve'] },
    { username: 'Alex', email: {} },
    { username: 'Jeb_' },
  ]
  const text = rows.map((row) => JSON.stringify(row)).join('\n')

  const { code, stdout, stderr } = await moveIn(site, 'jsonl', text, '--json')

  assert.equal(code, DONE, stderr)
  const { imported, skipped } = JSON.parse(stdout)
  assert.equal(imported, 1)
  assert.deepEqual(
    skipped.map(({ reason }: { reason: string }) => reason.split('; ')[0]),
    ['username: not text', 'username: not text', 'email: not text'],
  )
})

sqliteTest('a CSV file with a duplicate column is refused', async (site) => {
  const rename = ['--column', 'username=nick', '--json']
  const players = () => site.app.db.selectFrom('player').select('username').execute()

  const twice = await moveIn(site, 'csv', 'username,email,username\nSteve,,Alex\n')
  const nobody = await players()
  const unnamed = await moveIn(site, 'csv', 'username,,\nSteve,,\n')
  const named = await moveIn(site, 'csv', 'nick,username\nAlex,Id_7\n', ...rename)

  assert.equal(twice.code, REFUSED)
  assert.match(twice.stderr, /the first line names the column username twice/)
  assert.deepEqual(nobody, [])
  assert.deepEqual([unnamed.code, named.code], [DONE, DONE])
  assert.deepEqual((await players()).map(({ username }) => username).toSorted(), ['Alex', 'Steve'])
})

sqliteTest(
  'the import report names players imported without a password or an address',
  async (site) => {
    const head = 'username,email,passwordHash,seenAt'
    const rows = [
      `Steve,one@example.org,${BCRYPT},1500000000`,
      `Alex,ONE@example.org,${BCRYPT},1600000000`,
      'Jeb_,jeb@example.org,,',
    ]

    const { stdout } = await moveIn(site, 'csv', [head, ...rows].join('\n'))

    assert.match(stdout, /^ {2}row 4, Jeb_: imported without a password: the source has none$/m)
    assert.match(
      stdout,
      /^ {2}row 2, Steve: imported without the address one@example\.org: Alex \(#3\) keeps it$/m,
    )
    assert.doesNotMatch(stdout, /row 3, /)
    const players = await site.app.db.selectFrom('player').select(['username', 'email']).execute()
    assert.deepEqual(
      new Map(players.map(({ username, email }) => [username, email])),
      new Map([
        ['Steve', null],
        ['Alex', 'ONE@example.org'],
        ['Jeb_', 'jeb@example.org'],
      ]),
    )
  },
)
