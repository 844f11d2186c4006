import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { ImportRefused } from '../../src/import/import-refused.ts'
import { moveByCommand } from '../../src/import/runs/import-by-command.ts'
import { findRun, renewRun, replaceRun } from '../../src/import/runs/run-store.ts'
import { DONE, REFUSED } from '../cli/command.ts'
import { owner } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { runHere, worldOf } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { until } from '../support/wait-until.ts'
import { inPhase, sendPart } from './panel-mover.ts'

const MAIN = join(import.meta.dirname, '../../bin/portal.js')
const PART = { name: 'old.db', size: 100, offset: 0, bytes: Buffer.alloc(50) }

async function command(site: Site, ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, 'username,email\nSteve,steve@example.org\n')
  const place = args[0] === 'players' ? [from] : ['--from', from, '--no-proof']
  return await runHere(['import', ...args, ...place, '--json'], site.env)
}

siteTest('a command is refused while a move waits in the panel', async (site) => {
  const notch = await owner(site)
  await sendPart(site, notch, PART)

  const refused = [await command(site, 'csv'), await command(site, 'players')]
  const dry = await command(site, 'csv', '--dry-run')
  await notch.send('DELETE', '/admin/import')
  const freed = await command(site, 'csv')

  assert.deepEqual(
    refused.map(({ code }) => code),
    [REFUSED, REFUSED],
  )
  for (const { stderr } of refused) {
    assert.match(stderr, /a move in the panel is under way since .* \(uploading\): end it there/)
  }
  assert.deepEqual([dry.code, freed.code], [DONE, DONE], dry.stderr + freed.stderr)
})

siteTest('the panel shows the move of a command, and begins none meanwhile', async (site) => {
  const notch = await owner(site)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const moving = moveByCommand(site.app, 'authme', () => mayEnd)

  const shown = await inPhase(notch, ['reading'])
  const begun = await sendPart(site, notch, PART)
  const other = await moveByCommand(site.app, 'csv', async () => 'moved').catch((error) => error)
  end()
  await moving
  const after = await sendPart(site, notch, PART)

  assert.equal(shown.source, 'authme')
  assert.deepEqual([begun, after].map(outcome), ['409 import.running', '200'])
  assert.ok(other instanceof ImportRefused)
  assert.match(other.message, /a move from authme by another command is under way/)
})

siteTest('of many commands that begin at once one moves', async (site) => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let refused = 0
  const begin = async () => {
    try {
      return await moveByCommand(site.app, 'csv', async () => {
        await mayEnd
        return 'moved'
      })
    } catch (error) {
      assert.ok(error instanceof ImportRefused)
      refused += 1
      if (refused === 7) end()
      return 'refused'
    }
  }

  const ended = await Promise.all(Array.from({ length: 8 }, begin))

  assert.equal(ended.filter((one) => one === 'moved').length, 1)
})

siteTest('a move that was ended in the panel writes nobody', async (site) => {
  const notch = await owner(site)

  const ended = await moveByCommand(site.app, 'csv', async ({ finish, writes }) => {
    await notch.send('DELETE', '/admin/import')
    const early = await writes('import-x.scratch').catch((error) => error)
    await sendPart(site, notch, PART) // another move has the place by now
    const late = await change(site.app, COMMAND, (work) =>
      finish(work, { imported: 1, updated: 0 }),
    ).catch((error) => error)
    return [early, late]
  })

  for (const error of ended) {
    assert.ok(error instanceof ImportRefused)
    assert.match(error.message, /nothing was written: this move was ended in the panel/)
  }
})

siteTest('a killed command keeps nobody waiting for long', async (site) => {
  const { db } = site.app
  const args = ['import', 'csv', '--from', '-', '--no-proof', '--json']
  const child = spawn(process.execPath, [MAIN, ...args], { env: worldOf(site.env) })
  await until(async () => (await findRun(db)) !== undefined)
  const during = await command(site, 'csv')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended

  const left = await findRun(db)
  const again = await command(site, 'csv')
  const done = await findRun(db)
  assert.ok(left && done)
  await replaceRun(db, done, { ...left.run, holder: 'command another-machine 1' }, site.now())
  await renewRun(db, { id: left.run.id, now: site.now(), progress: null })
  const elsewhere = await command(site, 'csv')
  await renewRun(db, { id: left.run.id, now: 0, progress: null })
  const silent = await command(site, 'csv')

  assert.deepEqual(
    [during, again, elsewhere, silent].map(({ code }) => code),
    [REFUSED, DONE, REFUSED, DONE],
  )
  assert.match(during.stderr, /a move from csv by another command is under way since/)
  assert.deepEqual([done.run.phase, done.run.result?.imported], ['done', 1])
})
