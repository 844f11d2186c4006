import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../platform/random.ts'

const FILE = 'encryption.key'

/**
 * Reads the 32-byte key in `DATA_DIR/encryption.key`, or makes it at the first start. Without this
 * key all sessions and second factors are lost; a backup contains it.
 *
 * @throws Error of the file system when the directory cannot be written or read.
 */
export function keptEncryptionKey(dataDir: string, random: Random): Buffer {
  const file = join(dataDir, FILE)
  return readKey(file) ?? makeKey(file, dataDir, random)
}

/** Reads the key of the data directory; when it has none, returns undefined and makes none. */
export function readEncryptionKey(dataDir: string): Buffer | undefined {
  return readKey(join(dataDir, FILE))
}

/** Replaces the key of the data directory; when this returns, the new key is on the disk. */
export function replaceEncryptionKey(dataDir: string, key: Buffer, random: Random): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  renameSync(writeDraft(join(dataDir, FILE), key, random), join(dataDir, FILE))
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder) // rows that only this key opens are written next
  closeSync(folder)
}

function readKey(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold 32 bytes as base64`)
  return key
}

/** Writes the key to another name and links it: of two processes one wins, and both read its key. */
function makeKey(file: string, dataDir: string, random: Random): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = writeDraft(file, random.bytes(32), random)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  const key = readKey(file)
  if (!key) throw new Error(`${file} was made and is gone`)
  return key
}

function writeDraft(file: string, key: Buffer, random: Random): string {
  const draft = `${file}.${random.bytes(6).toString('hex')}`
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  return draft
}
