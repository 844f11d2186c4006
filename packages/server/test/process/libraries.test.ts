import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinLibraries } from '../../../../scripts/join-libraries.ts'
import { libraries } from '../../src/libraries.ts'
import { newFolder } from '../child.ts'

test('joined libraries export what the plain ones do, and no version is mistaken for another', async () => {
  using folder = newFolder()
  const modules = folder.path
  const record = join(modules, '.package-lock.json')
  writeFileSync(record, '{ "version": 1 }')
  const plain = whatIsLoaded(modules)
  await joinLibraries(modules)

  const joined = whatIsLoaded(modules)
  writeFileSync(record, '{ "version": 2 }')
  const updated = whatIsLoaded(modules)

  assert.deepEqual(Object.keys(joined), libraries)
  for (const [name, { from, exports }] of Object.entries(joined)) {
    assert.ok(from.includes('/.portal/'), from)
    assert.deepEqual(exports, plain[name]?.exports)
  }
  assert.deepEqual(updated, plain)
})

type Loaded = Record<string, { from: string; exports: string[] }>

/** Returns what one of our own files gets for each name, in a process of its own. */
function whatIsLoaded(modules: string): Loaded {
  const program = `
    import { libraries, useJoinedLibraries } from './libraries.ts'
    useJoinedLibraries(${JSON.stringify(modules)})
    const loaded = {}
    for (const name of libraries) {
      const exports = Object.keys(await import(name)).filter((one) => one !== 'module.exports')
      loaded[name] = { from: import.meta.resolve(name), exports }
    }
    console.log(JSON.stringify(loaded))`
  const cwd = join(import.meta.dirname, '../../src')
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd,
      encoding: 'utf8',
    }),
  )
}
