import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { barOf } from '../../src/cli/progress-bar.ts'
import { DONE, REFUSED, WRONG_USAGE } from '../cli/command.ts'
import { runHere } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { terminalWith } from './terminal.ts'

sqliteTest('at a terminal a move asks for a proof, and then whether to write', async (site) => {
  const declined = await moveInAt(site, ['Notch', PASSWORD, 'n'])
  const before = await site.app.db.selectFrom('player').select('id').execute()
  const agreed = await moveInAt(site, ['notch', PASSWORD, 'y'])

  assert.deepEqual([declined.code, before], [REFUSED, []])
  assert.match(declined.stderr, /Whose old password do you know\? Name a player: /)
  assert.match(declined.stderr, /The old password of Notch: /)
  assert.match(declined.stderr, /It opens the account\. Write 1 players\? \[y\/N\] /)
  assert.match(declined.stderr, /error: nothing was written\n$/)
  assert.equal(agreed.code, DONE, agreed.stderr)
  assert.match(agreed.stdout, /proved: the old password of Notch opens the account\nimported: 1,/)
  assert.equal(agreed.stderr.includes(PASSWORD), false) // it is not shown while it is typed
})

sqliteTest('a move is refused when the proof at the terminal fails', async (site) => {
  const wrong = await moveInAt(site, ['Notch', `${PASSWORD}?`])
  const nobody = await moveInAt(site, ['Herobrine'])
  const unnamed = await moveInAt(site, [''])
  const asked = await moveInAt(site, [`${PASSWORD}?`], '--prove', 'Notch')

  assert.deepEqual(
    [wrong, nobody, unnamed, asked].map(({ code }) => code),
    [REFUSED, REFUSED, REFUSED, REFUSED],
  )
  assert.match(wrong.stderr, /this password does not open the account \(scheme bcrypt\)/)
  assert.match(nobody.stderr, /nobody in the source has this name/)
  assert.match(unnamed.stderr, /nobody was named/)
  assert.match(asked.stderr, /The old password of Notch: \n.*does not open the account/)
  assert.deepEqual(await site.app.db.selectFrom('player').select('id').execute(), [])
})

sqliteTest('without a terminal a proof needs --password-stdin', async (site) => {
  const { code, stderr } = await moveIn(site, '--prove', 'Notch')

  assert.equal(code, WRONG_USAGE)
  assert.match(stderr, /without one, add --password-stdin/)
})

test('the bar tells how much is done and how long the rest will take', () => {
  const half = barOf('hashing', { done: 2_000, total: 4_000, lasted: 180_000 })
  const done = barOf('writing', { done: 4_000, total: 4_000, lasted: 1_000 })
  const unknown = barOf('reading', { done: 1_500, total: 0, lasted: 1_000 })

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
  return await runHere(['import', 'csv', '--from', from, ...args], site.env)
}
