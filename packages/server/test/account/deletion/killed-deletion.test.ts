import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contents } from '../../operations/backup/backup-place.ts'
import { childEnvironment, type Environment } from '../../support/run-in-process.ts'
import { siteTest } from '../../support/site.ts'
import { requestDeletion } from './leaver.ts'

const DIES = join(import.meta.dirname, 'exit-during-deletion.ts')
/** A process takes a second, so only every sixth statement is tried. MOST exceeds their number. */
const [FIRST, STEP, MOST] = [3, 6, 100]

siteTest('a deletion killed at any statement is either not begun or complete', async (site) => {
  const steve = await site.player('Steve')
  await requestDeletion(steve)
  await site.mails() // so that no other process writes
  const before = await contents(site.env)

  let step = FIRST
  for (; step < MOST; step += STEP) {
    const { said, signal } = await deleteUntil(site.env, step)
    if (said === 'done') break
    assert.equal(signal, 'SIGKILL', said)
    const left = await contents(site.env)
    if (!isTombstone(left, steve.id)) assert.deepEqual(left, before, `killed before ${step}`)
  }

  const after = await contents(site.env)
  assert.ok(step > 20 && step < MOST, `${step} statements`)
  assert.ok(isTombstone(after, steve.id))
  const named = after.filter((line) => line.includes('Steve'))
  assert.deepEqual(
    named.filter((line) => !/^(kept_name|outbox) /.test(line)),
    [],
  )
  assert.equal(after.filter((line) => line.includes('"player.deleted"')).length, 1)
})

/** Runs due deletions in a process that dies before a statement. */
async function deleteUntil(env: Environment, step: number) {
  const world = childEnvironment({ ...env, DIES_AT: String(step), LOG_LEVEL: 'silent' })
  const child = spawn(process.execPath, [DIES], {
    env: world,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said = await text(child.stdout)
  const [, signal] = await closed
  return { said, signal: String(signal) }
}

function isTombstone(lines: readonly string[], id: string): boolean {
  const has = (table: string) =>
    lines.some((line) => line.startsWith(`${table} `) && line.includes(id))
  assert.notEqual(has('husk'), has('player'))
  return has('husk')
}
