import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../test/support/server-process.ts'
import { readConfig, readEnvironment } from './config.ts'
import { WrongConfig } from './config-values.ts'

test('the file that a _FILE variable names takes precedence over the variable itself', () => {
  using folder = newFolder()
  const file = join(folder.path, 'key')
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('hex')}\n`)

  const config = readConfig({ ENCRYPTION_KEY_FILE: file, ENCRYPTION_KEY: 'not looked at' })

  assert.deepEqual(config.encryptionKey, Buffer.alloc(32, 7))
})

test('the environment takes precedence over .env of the working directory', () => {
  using folder = newFolder()
  const given = { PORT: '9000' }

  const none = inFolder(folder.path, () => readEnvironment(given))
  writeFileSync(join(folder.path, '.env'), '# my site\nPORT=8000\nHOST="127.0.0.1"\n')
  const both = inFolder(folder.path, () => readEnvironment(given))

  assert.deepEqual(none, { PORT: '9000' })
  assert.deepEqual(both, { PORT: '9000', HOST: '127.0.0.1' })
})

test('an unreadable .env stops the start', () => {
  using folder = newFolder()
  mkdirSync(join(folder.path, '.env'))

  assert.throws(() => inFolder(folder.path, () => readEnvironment({})), {
    constructor: WrongConfig,
    message: '.env cannot be read: EISDIR',
  })
})

function inFolder<T>(path: string, work: () => T): T {
  const before = process.cwd()
  process.chdir(path)
  try {
    return work()
  } finally {
    process.chdir(before)
  }
}
