import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { offlinePlayerId } from '../../src/players/player-id.ts'
import { DONE, REFUSED, WRONG_USAGE } from '../cli/command.ts'
import { outcome } from '../support/browser.ts'
import { childEnvironment, runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'

const MAIN = join(import.meta.dirname, '../../bin/portal.js')

/** Imports rows from a CSV file. */
async function moveIn(site: Site, rows: readonly string[], ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, ['username,email,passwordHash,uuid,seenAt', ...rows].join('\n'))
  const given = ['import', 'csv', '--from', from, '--json', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) }
}

siteTest('an import writes nothing until a password test succeeds', async (site) => {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, `username,passwordHash\nNotch,${await bcrypt(PASSWORD, 10)}\nAlex,\n`)
  const prove = (name: string, typed: string, ...more: string[]) =>
    runInProcess(
      ['import', 'csv', '--from', from, '--json', '--prove', name, '--password-stdin', ...more],
      site.env,
      `${typed}\n`,
    )

  const wrong = await prove('Notch', `${PASSWORD}!`)
  const nobody = await prove('Herobrine', PASSWORD)
  const without = await prove('Alex', PASSWORD)
  const before = await site.app.db.selectFrom('player').select('id').execute()
  const right = await prove('notch', PASSWORD)
  const signedIn = await site.browser().logIn('Notch', PASSWORD)

  assert.deepEqual([wrong.code, nobody.code, without.code], [REFUSED, REFUSED, REFUSED])
  assert.match(wrong.stderr, /this password does not open the account \(scheme bcrypt\)/)
  assert.deepEqual(before, [])
  const { proved, imported, withoutEmail, schemes } = JSON.parse(right.stdout)
  assert.deepEqual(
    [right.code, proved, imported, withoutEmail, schemes],
    [DONE, 'Notch', 2, 2, { bcrypt: 1 }],
  )
  assert.equal(outcome(signedIn), '200')
})

sqliteTest(
  'of two names that differ only in case, --prefer-last-seen imports the last seen one',
  async (site) => {
    const rows = ['Steve,,,,1500000000', 'STEVE,,,,1600000000', 'Иван,,,,', 'a-b,,,,']

    const strict = await moveIn(site, rows, '--no-proof')
    const moved = await moveIn(
      site,
      rows,
      ...['--no-proof', '--prefer-last-seen', '--skip-faulty', '--offline-uuids'],
      ...['--rename', 'Иван=Ivan', '--rename', 'a-b=a_b'],
    )
    const usage = await moveIn(site, rows, '--rename', 'Иван=Иван')

    assert.deepEqual([strict.code, usage.code], [REFUSED, WRONG_USAGE])
    assert.match(strict.stderr, /nothing imported: 4 rows cannot be imported \(--skip-faulty/)
    assert.deepEqual(
      strict.report.skipped.map(({ row, name }: { row: number; name: string }) => [row, name]),
      [
        [2, 'Steve'],
        [3, 'STEVE'],
        [4, 'Иван'],
        [5, 'a-b'],
      ],
    )
    assert.deepEqual([moved.code, moved.report.imported], [DONE, 3])
    const stored = await site.app.db.selectFrom('player').select(['username', 'id']).execute()
    assert.deepEqual(
      new Map(stored.map(({ username, id }) => [username, id])),
      new Map(
        [
          ['STEVE', 'STEVE'],
          ['Ivan', 'Иван'],
          ['a_b', 'a-b'],
        ].map(([name = '', old = '']) => [name, offlinePlayerId(old)]),
      ),
    )
  },
)

sqliteTest(
  'an import with --update replaces the password only of players who have not signed in here',
  async (site) => {
    const row = async (name: string, password: string) => `${name},,${await bcrypt(password, 4)},,`
    await moveIn(site, [await row('Steve', 'old one'), await row('Alex', 'old one')], '--no-proof')
    await site.browser().logIn('Alex', 'old one')

    const rows = [await row('Steve', 'new one'), await row('Alex', 'new one')]
    const passed = await moveIn(site, rows, '--no-proof')
    const updated = await moveIn(site, rows, '--no-proof', '--update')
    const again = await moveIn(site, rows, '--no-proof', '--update')
    const signedIn = [
      await site.browser().logIn('Steve', 'new one'),
      await site.browser().logIn('Alex', 'old one'),
    ]

    assert.deepEqual([passed.report.present, passed.report.updated], [2, 0])
    assert.deepEqual([updated.report.present, updated.report.updated], [2, 1])
    assert.equal(again.report.updated, 0)
    assert.deepEqual(signedIn.map(outcome), ['200', '200'])
  },
)

sqliteTest('--world reports which players keep their inventory', async (site) => {
  using world = newFolder()
  const lost = '0b3f2a54-7c1d-4e8f-9a6b-1c2d3e4f5a6b'
  mkdirSync(join(world.path, 'world/playerdata'), { recursive: true })
  const uuids = [offlinePlayerId('Steve'), offlinePlayerId('Alex'), lost]
  for (const uuid of uuids) writeFileSync(join(world.path, `world/playerdata/${uuid}.dat`), '')
  writeFileSync(join(world.path, 'usercache.json'), JSON.stringify([{ name: 'Jeb', uuid: lost }]))
  const rows = ['Steve,,,,', `Alex,,,${'1'.repeat(32)},`]

  const looked = await moveIn(site, rows, '--dry-run', '--offline-uuids', '--world', world.path)

  const { total, kept, lost: gone, modes } = looked.report.inventories
  assert.deepEqual([total, kept, modes], [3, 1, { source: 0, premium: 0, offline: 2 }])
  assert.deepEqual(
    new Map(gone.map((one: { name: string; reason: string }) => [one.name, one.reason])),
    new Map([
      ['Jeb', 'Jeb is not in the source'],
      [
        'Alex',
        `Alex is imported with another uuid: ${'1'.repeat(8)}-1111-1111-1111-${'1'.repeat(12)}`,
      ],
    ]),
  )
})

sqliteTest('the next import deletes the staging file of a killed import', async (site) => {
  const scratches = () => readdirSync(site.dataDir).filter((name) => name.endsWith('.scratch'))
  const args = ['import', 'csv', '--from', '-', '--no-proof', '--json']
  const child = spawn(process.execPath, [MAIN, ...args], { env: childEnvironment(site.env) })
  child.stdin.write('username\nSteve\n') // the import waits for more input
  await waitUntil(() => scratches().length === 1)
  const [scratch = ''] = scratches()
  const { mode } = statSync(join(site.dataDir, scratch))
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const left = scratches()

  const again = await moveIn(site, ['Steve,,,,'], '--no-proof')

  assert.equal(mode & 0o777, 0o600)
  assert.deepEqual([left, scratches()], [[scratch], []])
  assert.deepEqual([again.code, again.report.imported], [DONE, 1])
})
