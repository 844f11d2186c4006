import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { contents } from '../backup/backup-place.ts'
import { bearer } from '../browser.ts'
import { type Environment, newPlace, startPortal } from '../child.ts'
import { account } from '../instances/pair.ts'
import { worldOf } from '../run-here.ts'
import { databases } from '../site.ts'

const DIES = join(import.meta.dirname, 'dies-over-deletion.ts')
/** A process takes a second, so that it dies before every sixth statement; MOST is more than there are. */
const [FIRST, STEP, MOST] = [3, 6, 100]

for (const database of databases) {
  test(`a deletion that is killed in between is not begun, or done at the next start (${database})`, async () => {
    await using place = await newPlace(database)
    const id = await leaverIn(place.env)
    const before = await contents(place.env)

    let step = FIRST
    for (; step < MOST; step += STEP) {
      const { said, signal } = await deleteUntil(place.env, step)
      if (said === 'done') break
      assert.equal(signal, 'SIGKILL', said)
      const left = await contents(place.env)
      if (!isHusk(left, id)) assert.deepEqual(left, before, `killed before statement ${step}`)
    }

    const after = await contents(place.env)
    assert.ok(step > 20 && step < MOST, `${step} statements`)
    assert.ok(isHusk(after, id))
    assert.deepEqual(
      after.filter((line) => line.includes('Steve') && !/^(kept_name|outbox) /.test(line)),
      [],
    )
    assert.equal(after.filter((line) => line.includes('"player.deleted"')).length, 1)
  })
}

/** Makes a site with a player who has asked to be deleted. @returns their id. */
async function leaverIn(env: Environment): Promise<string> {
  await using server = await startPortal(env)
  const { body } = await server.send('POST', '/auth/register', account('Steve'))
  const headers = bearer(body.accessToken)
  const asked = await server.send('POST', '/cabinet/deletion', { username: 'Steve' }, headers)
  assert.equal(asked.status, 200)
  return body.user.uuid
}

/** Deletes whoever is due in a process that dies before a statement. */
async function deleteUntil(env: Environment, step: number) {
  const world = worldOf({ ...env, DIES_AT: String(step) })
  const child = spawn(process.execPath, [DIES], {
    env: world,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said = await text(child.stdout)
  const [, signal] = await closed
  return { said, signal: String(signal) }
}

function isHusk(lines: readonly string[], id: string): boolean {
  const has = (table: string) =>
    lines.some((line) => line.startsWith(`${table} `) && line.includes(id))
  assert.notEqual(has('husk'), has('player'))
  return has('husk')
}
