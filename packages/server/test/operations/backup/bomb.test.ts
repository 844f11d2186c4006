import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sealFile } from '../../../src/operations/backup/sealed-file.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { type Environment, newFolder, runProgram } from '../../support/server-process.ts'
import { PASSPHRASE } from './backup-place.ts'
import { headerOf } from './crafted-backup.ts'

const MIB = 1024 * 1024
/**
 * The highest accepted memory in MiB. A restore of a small file takes about 130, of 50,000 players 220, of the worst
 * line 410.
 */
const MAX_MEMORY = 600

/** In milliseconds. A busy machine needs a while for a gigabyte. */
const TIMEOUT = 120_000

/** Prints the peak memory of the process, in KiB, as its last line. */
const TELL = `process.on('exit', () => console.error(process.resourceUsage().maxRSS))`

/** Restores in a child process; returns the refusal and its peak memory in MiB. */
async function restoring(env: Environment, file: string) {
  const options = `--import=data:text/javascript,${encodeURIComponent(TELL)}`
  const world = { ...env, NODE_OPTIONS: options }
  const { code, stderr } = await runProgram(['restore', file], world, '', TIMEOUT)
  const [reason = '', memory] = stderr.trimEnd().split('\n')
  return { code, reason, memory: Number(memory) / 1024 }
}

/**
 * Makes a gzip file of a gigabyte of one repeated text. It consists of many small gzip files, which inflate to their
 * joined texts.
 */
function gigabyteOf(text: string): Buffer {
  const part = gzipSync(text.repeat((16 * MIB) / text.length))
  return Buffer.concat(Array.from({ length: 64 }, () => part))
}

async function sealed(plain: Buffer): Promise<Buffer> {
  async function* whole() {
    yield plain
  }
  return Buffer.concat(await Array.fromAsync(sealFile(whole(), PASSPHRASE, systemRandom)))
}

const TABLE = '{"table":"finding","columns":["name","detail","at"]}\n'
const start = gzipSync(`${JSON.stringify({ format: 1, ...headerOf() })}\n`)
const bombs: Record<string, () => Buffer | Promise<Buffer>> = {
  'zeros without a line': () => gigabyteOf('\0'),
  'an endless text': () => Buffer.concat([start, gzipSync('["'), gigabyteOf('a')]),
  'an endless array': () => Buffer.concat([start, gzipSync('[[]'), gigabyteOf(',[]x')]),
  'a row of millions': () =>
    Buffer.concat([start, gzipSync(`${TABLE}[${'{},'.repeat(2.6 * MIB)}{}]\n`)]),
  'empty lines': () => Buffer.concat([start, gigabyteOf('\n')]),
  'zeros, encrypted': () => sealed(gigabyteOf('\0')),
}

for (const [what, bomb] of Object.entries(bombs)) {
  test(`restoring a small file uses little memory: ${what}`, async () => {
    using folder = newFolder()
    const [file, dataDir] = [join(folder.path, 'file'), join(folder.path, 'data')]
    writeFileSync(file, await bomb())

    const { code, reason, memory } = await restoring(
      { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE },
      file,
    )

    assert.ok(statSync(file).size < 4 * MIB)
    assert.equal(code, 1)
    assert.match(reason, /^error: the backup is damaged: /)
    assert.ok(memory < MAX_MEMORY, `${Math.round(memory)} MiB`)
    assert.deepEqual(readdirSync(folder.path), ['file'])
  })
}

test('a restore with rows of seven megabytes each uses little memory', async () => {
  using folder = newFolder()
  const file = join(folder.path, 'file')
  const head = `${JSON.stringify({ format: 1, ...headerOf() })}\n${TABLE}`
  const row = `[null,"${'x'.repeat(7 * MIB)}",1]\n`
  const digest = createHash('sha256').update(head)
  for (let n = 0; n < 40; n += 1) digest.update(row)
  const end = `${JSON.stringify({ end: true, rows: 40, sha256: digest.digest('hex') })}\n`
  const rows = Array<Buffer>(40).fill(gzipSync(row))
  writeFileSync(file, Buffer.concat([gzipSync(head), ...rows, gzipSync(end)]))

  const { code, reason, memory } = await restoring({ DATA_DIR: folder.path }, file)

  assert.equal(code, 1)
  assert.match(reason, /^error: NOT NULL/)
  assert.ok(memory < MAX_MEMORY, `${Math.round(memory)} MiB`)
})
