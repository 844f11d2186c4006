import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { contents } from '../../operations/backup/backup-place.ts'
import { childEnvironment, type Environment } from '../../support/run-in-process.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { requestDeletion } from './leaver.ts'

const DIES = join(import.meta.dirname, 'exit-during-deletion.ts')
/**
 * The statements before which a deletion is killed: FIRST, and every STEP statements up to MOST, which exceeds the
 * number of statements. Not every statement, because comparing all rows takes a while.
 */
const [FIRST, STEP, MOST] = [3, 3, 100]
/** The statement before which a real process dies. */
const KILLED_AT = 20
const DIED = new Error('the process died')

siteTest(
  'a process killed during a deletion leaves the player untouched or completely deleted',
  async (site) => {
    const steve = await site.player('Steve')
    await requestDeletion(steve)
    await site.mails() // so that no other process writes
    const before = await contents(site.env)

    await killAt(site.env, KILLED_AT)
    assert.deepEqual(await contents(site.env), before, 'killed by the system')

    let step = FIRST
    for (; step < MOST; step += STEP) {
      if (await deleteUntil(site, step)) break
      const left = await contents(site.env)
      if (!isTombstone(left, steve.id)) assert.deepEqual(left, before, `killed before ${step}`)
    }

    const after = await contents(site.env)
    assert.ok(step > KILLED_AT && step < MOST, `${step} statements`)
    assert.ok(isTombstone(after, steve.id))
    const named = after.filter((line) => line.includes('Steve'))
    assert.deepEqual(
      named.filter((line) => !/^(kept_name|outbox) /.test(line)),
      [],
    )
    assert.equal(after.filter((line) => line.includes('"player.deleted"')).length, 1)
  },
)

/** Runs due deletions in a process that dies before a statement. */
async function killAt(env: Environment, statement: number): Promise<void> {
  const world = childEnvironment({ ...env, DIES_AT: String(statement), LOG_LEVEL: 'silent' })
  const child = spawn(process.execPath, [DIES], {
    env: world,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said = await text(child.stdout)
  const [, signal] = await closed
  assert.equal(signal, 'SIGKILL', said)
}

/**
 * Runs due deletions, in which the statement with this number and all later ones fail: the database is left as by a
 * process that dies there. A real process for each statement would take a second.
 * @returns whether the deletions finished before that statement
 */
async function deleteUntil({ app }: Site, diesAt: number): Promise<boolean> {
  let statements = 0
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (statements >= diesAt) throw DIED
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const clock = { now: () => app.clock.now() + 3650 * DAY }
  try {
    await finishDeletions({ ...app, db, clock })
    return true
  } catch (error) {
    if (error !== DIED) throw error
    return false
  }
}

function isTombstone(lines: readonly string[], id: string): boolean {
  const has = (table: string) =>
    lines.some((line) => line.startsWith(`${table} `) && line.includes(id))
  assert.notEqual(has('husk'), has('player'))
  return has('husk')
}
