import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { ImportCommandRefused } from '../../src/import/import-refused.ts'
import { runImportByCommand } from '../../src/import/runs/import-by-command.ts'
import { findRun, renewRun, replaceRun } from '../../src/import/runs/run-store.ts'
import { DONE, REFUSED } from '../cli/command.ts'
import { owner } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { childEnvironment, runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { inPhase, sendPart } from './panel-importer.ts'

const MAIN = join(import.meta.dirname, '../../bin/portal.js')
const PART = { name: 'old.db', size: 100, offset: 0, bytes: Buffer.alloc(50) }

async function command(site: Site, ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, 'username,email\nSteve,steve@example.org\n')
  const place = args[0] === 'players' ? [from] : ['--from', from, '--no-proof']
  return await runInProcess(['import', ...args, ...place, '--json'], site.env)
}

sqliteTest('an import by command is refused while an import in the panel is open', async (site) => {
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
    assert.match(stderr, /an import in the panel is running since .* \(uploading\): end it there/)
  }
  assert.deepEqual([dry.code, freed.code], [DONE, DONE], dry.stderr + freed.stderr)
})

sqliteTest('the panel refuses an import while one by command runs', async (site) => {
  const notch = await owner(site)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const moving = runImportByCommand(site.app, 'authme', () => mayEnd)

  const shown = await inPhase(notch, ['reading'])
  const begun = await sendPart(site, notch, PART)
  const other = await runImportByCommand(site.app, 'csv', async () => 'moved').catch(
    (error) => error,
  )
  end()
  await moving
  const after = await sendPart(site, notch, PART)

  assert.equal(shown.source, 'authme')
  assert.deepEqual([begun, after].map(outcome), ['409 import.running', '200'])
  assert.ok(other instanceof ImportCommandRefused)
  assert.match(other.message, /an import from authme by another command is running/)
})

siteTest('only one of several concurrent import commands runs', async (site) => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let refused = 0
  const begin = async () => {
    try {
      return await runImportByCommand(site.app, 'csv', async () => {
        await mayEnd
        return 'moved'
      })
    } catch (error) {
      assert.ok(error instanceof ImportCommandRefused)
      refused += 1
      if (refused === 7) end()
      return 'refused'
    }
  }

  const ended = await Promise.all(Array.from({ length: 8 }, begin))

  assert.equal(ended.filter((one) => one === 'moved').length, 1)
})

sqliteTest('an import by command writes nothing after it was ended in the panel', async (site) => {
  const notch = await owner(site)

  const ended = await runImportByCommand(
    site.app,
    'csv',
    async ({ finish, markWriting: writes }) => {
      await notch.send('DELETE', '/admin/import')
      const early = await writes('import-x.scratch').catch((error) => error)
      await sendPart(site, notch, PART) // another import has the slot by now
      const late = await change(site.app, COMMAND_LINE, (work) =>
        finish(work, { imported: 1, updated: 0 }),
      ).catch((error) => error)
      return [early, late]
    },
  )

  for (const error of ended) {
    assert.ok(error instanceof ImportCommandRefused)
    assert.match(error.message, /nothing was written: the import was ended in the panel/)
  }
})

sqliteTest(
  'an import command that was killed blocks other imports for at most 30 s',
  async (site) => {
    const { db } = site.app
    const args = ['import', 'csv', '--from', '-', '--no-proof', '--json']
    const child = spawn(process.execPath, [MAIN, ...args], { env: childEnvironment(site.env) })
    await waitUntil(async () => (await findRun(db)) !== undefined)
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
    assert.match(during.stderr, /an import from csv by another command is running since/)
    assert.deepEqual([done.run.phase, done.run.result?.imported], ['done', 1])
  },
)
