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

const KEY_FILE = 'encryption.key'

/**
 * Returns the encryption key of the data folder; creates it at the first start. Without this key, all sessions and
 * second factors are lost. Backups contain it.
 */
export function loadOrCreateEncryptionKey(dataDir: string, random: Random): Buffer {
  const file = join(dataDir, KEY_FILE)
  return readKey(file) ?? makeKey(file, dataDir, random)
}

export function readEncryptionKey(dataDir: string): Buffer | undefined {
  return readKey(join(dataDir, KEY_FILE))
}

/** Replaces the key of the data folder and waits until the new key is on disk. */
export function replaceEncryptionKey(dataDir: string, key: Buffer, random: Random): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  renameSync(writeDraft(join(dataDir, KEY_FILE), key, random), join(dataDir, KEY_FILE))
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder) // rows that only this key can decrypt are written next
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

/**
 * Creates the key file: writes it under another name and links it. Of two concurrent processes, one succeeds, and both
 * read its key.
 */
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
  if (!key) throw new Error(`${file} was created and is gone`)
  return key
}

function writeDraft(file: string, key: Buffer, random: Random): string {
  const draft = `${file}.${random.bytes(6).toString('hex')}`
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  return draft
}
