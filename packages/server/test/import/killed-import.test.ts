import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DONE, REFUSED } from '../cli/command.ts'
import { childEnvironment, runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'

const MAIN = join(import.meta.dirname, '../../bin/portal.js')
const HOLD = join(import.meta.dirname, 'hold-at.ts')
const QUICK =
  '$SHA$11aa0706173d7272$dbba96681c2ae4e0bfdf226d70fbbc5e4ee3d8071faa613bc533fe8a64817d10'
const NOBODY = { players: 0, marks: 0 }

for (const step of ['reading', 'hashing', 'writing']) {
  siteTest(`an import killed while ${step} leaves no players`, async (site) => {
    await using held = await importHeldAt(step, site)
    held.child.kill('SIGKILL')
    await held.ended()
    const [left, after] = [scratches(site), await written(site)]

    const again = await runInProcess(held.args, site.env)

    assert.equal(left.length, 1)
    assert.deepEqual(after, NOBODY)
    assert.deepEqual([again.code, JSON.parse(again.stdout).imported], [DONE, 2])
    assert.deepEqual(await written(site), { players: 2, marks: 2 })
    assert.deepEqual(scratches(site), [])
  })
}

sqliteTest('an import stopped by Ctrl-C leaves no players', async (site) => {
  await using held = await importHeldAt('writing', site)

  held.child.kill('SIGINT')
  held.goOn()
  const code = await held.ended()

  assert.equal(code, REFUSED)
  assert.match(held.said(), /nothing was written: the import was stopped/)
  assert.deepEqual([await written(site), scratches(site)], [NOBODY, []])
})

/** Starts an import in a process that blocks when its progress bar shows this step. */
async function importHeldAt(step: string, site: Site) {
  const folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, `username,passwordHash\nSteve,${QUICK}\nAlex,${QUICK}\n`)
  const args = ['import', 'csv', '--from', from, '--no-proof', '--json']
  const signal = join(folder.path, 'go on')
  const env = childEnvironment({ ...site.env, HOLD_AT: step, HOLD_UNTIL: signal })
  const child = spawn(process.execPath, ['--import', HOLD, MAIN, ...args], { env })
  const closed = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  child.stdout.resume()
  await waitUntil(() => said.includes('held') || child.exitCode !== null)
  assert.equal(child.exitCode, null, said)
  return {
    child,
    args,
    goOn: () => writeFileSync(signal, ''),
    said: () => said,
    ended: async (): Promise<unknown> => (await closed)[0],
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await closed
      folder[Symbol.dispose]()
    },
  }
}

async function written({ app: { db } }: Site) {
  const players = await db.selectFrom('player').select('id').execute()
  const marks = await db.selectFrom('player_import').select('player_id').execute()
  return { players: players.length, marks: marks.length }
}

function scratches({ dataDir }: Site): string[] {
  return readdirSync(dataDir).filter((name) => name.endsWith('.scratch'))
}
