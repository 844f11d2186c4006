import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../support/server-process.ts'

const MAIN = join(import.meta.dirname, '../../bin/portal.js')
const PACKAGE = join(import.meta.dirname, '../../../../package.json')

/** Returns the output of the program under a Node that claims another version. */
function saidTo(version: string): { code: number | null; said: string } {
  using folder = newFolder()
  const disguise = join(folder.path, 'disguise.cjs')
  const versions = JSON.stringify({ ...process.versions, node: version })
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  const ended = spawnSync(process.execPath, ['--require', disguise, MAIN, '--version'])
  return { code: ended.status, said: String(ended.stderr) }
}

test('an outdated Node version is refused with a one-line message', () => {
  const { engines } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  const oldest = engines.node.replace('>=', '')

  const refused = ['20.20.2', '24.11.1'].map(saidTo)
  const taken = [`${oldest}.0`, '26.0.0'].map(saidTo)

  const sentence = (is: string) =>
    `error: Portal needs Node ${oldest} or newer, and this is ${is}; npm start brings the right one along\n`
  assert.deepEqual(refused, [
    { code: 1, said: sentence('20.20.2') },
    { code: 1, said: sentence('24.11.1') },
  ])
  assert.deepEqual(taken, [
    { code: 0, said: '' },
    { code: 0, said: '' },
  ])
})
