import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openStaging } from '../../src/import/plan/staging-store.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { newFolder } from '../support/server-process.ts'

const ROUNDS = join(import.meta.dirname, 'staging-rounds.ts')

test('concurrent imports do not delete each other’s staging files', async () => {
  using folder = newFolder()
  const round = () => promisify(execFile)(process.execPath, [ROUNDS, folder.path, '300'])

  const ended = await Promise.all([round(), round(), round(), round()])

  assert.deepEqual(
    ended.map(({ stdout }) => stdout),
    ['0', '0', '0', '0'],
  )
  assert.deepEqual(readdirSync(folder.path), [])
})

test('opening a staging file deletes only abandoned staging files', () => {
  using folder = newFolder()
  using first = openStaging(folder.path, systemRandom)
  writeFileSync(join(folder.path, 'import-left.scratch'), 'cut off while it was written')
  writeFileSync(join(folder.path, 'import-empty.scratch'), '')
  writeFileSync(join(folder.path, 'players.scratch'), 'of somebody else')

  using second = openStaging(folder.path, systemRandom)

  const names = readdirSync(folder.path).map((name) => join(folder.path, name))
  const kept = [first.path, second.path, join(folder.path, 'players.scratch')]
  assert.deepEqual(names.toSorted(), kept.toSorted())
  assert.equal(statSync(second.path).mode & 0o777, 0o600)
})
