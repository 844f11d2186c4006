import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { barOf } from '../../src/cli/progress-bar.ts'
import { DONE, REFUSED, WRONG_USAGE } from '../cli/command.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { terminalWith } from './terminal.ts'

sqliteTest('an import at a terminal asks for a password test before it writes', async (site) => {
  const declined = await moveInAt(site, ['Notch', PASSWORD, 'n'])
  const before = await site.app.db.selectFrom('player').select('id').execute()
  const agreed = await moveInAt(site, ['notch', PASSWORD, 'y'])

  assert.deepEqual([declined.code, before], [REFUSED, []])
  assert.match(declined.stderr, /Name a player whose old password you know: /)
  assert.match(declined.stderr, /The old password of Notch: /)
  assert.match(declined.stderr, /It opens the account\. Write 1 players\? \[y\/N\] /)
  assert.match(declined.stderr, /error: nothing was written\n$/)
  assert.equal(agreed.code, DONE, agreed.stderr)
  assert.match(agreed.stdout, /proved: the old password of Notch opens the account\nimported: 1,/)
  assert.equal(agreed.stderr.includes(PASSWORD), false) // typed passwords are not echoed
})

sqliteTest('an import is refused if the password test at the terminal fails', async (site) => {
  const wrong = await moveInAt(site, ['Notch', `${PASSWORD}?`])
  const nobody = await moveInAt(site, ['Herobrine'])
  const unnamed = await moveInAt(site, [''])
  const asked = await moveInAt(site, [`${PASSWORD}?`], '--prove', 'Notch')

  assert.deepEqual(
    [wrong, nobody, unnamed, asked].map(({ code }) => code),
    [REFUSED, REFUSED, REFUSED, REFUSED],
  )
  assert.match(wrong.stderr, /this password does not open the account \(scheme bcrypt\)/)
  assert.match(nobody.stderr, /no player in the source has this name/)
  assert.match(unnamed.stderr, /no player was named/)
  assert.match(asked.stderr, /The old password of Notch: \n.*does not open the account/)
  assert.deepEqual(await site.app.db.selectFrom('player').select('id').execute(), [])
})

sqliteTest('--prove without a terminal needs --password-stdin', async (site) => {
  const { code, stderr } = await moveIn(site, '--prove', 'Notch')

  assert.equal(code, WRONG_USAGE)
  assert.match(stderr, /without one, add --password-stdin/)
})

test('the progress bar shows the done part and the remaining time', () => {
  const half = barOf('hashing', { done: 2_000, total: 4_000, elapsed: 180_000 })
  const done = barOf('writing', { done: 4_000, total: 4_000, elapsed: 1_000 })
  const unknown = barOf('reading', { done: 1_500, total: 0, elapsed: 1_000 })

  assert.equal(half, 'hashing [############            ] 2,000 of 4,000, about 3 min left')
  assert.equal(done, 'writing [########################] 4,000 of 4,000, about 1 s left')
  assert.equal(unknown, 'reading 1,500')
})

async function moveInAt(site: Site, answers: readonly string[], ...args: string[]) {
  using _ = terminalWith(answers)
  return await moveIn(site, ...args)
}

async function moveIn(site: Site, ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, `username,passwordHash\nNotch,${await bcrypt(PASSWORD, 10)}\n`)
  return await runInProcess(['import', 'csv', '--from', from, ...args], site.env)
}
