import { createCipheriv, createDecipheriv, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Random } from '../../platform/random.ts'
import { BrokenBackup } from './backup-lines.ts'

/*
 * An encrypted backup is one line that names the format, a salt, then chunks of 64 KiB, each sealed
 * with AES-256-GCM. The nonce is the chunk's number and whether it is the last, so chunks that were
 * left out, moved or cut off do not open. The key is derived from the passphrase and the salt,
 * which is different in every file.
 */

export const SEALED_MARK = Buffer.from('portal-backup-sealed-1\n')

const SALT_BYTES = 16
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
/** Each guess takes 128 MiB and about half a second (OWASP recommends 2^17). */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const scrypted = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const derive = (passphrase: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  scrypted(passphrase.normalize('NFC'), salt, 32, cost)

/** The key of a file costs `cost`, which is less only in tests of something else. */
export async function* sealFile(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
  random: Random,
  cost = COST,
): AsyncIterable<Buffer> {
  const salt = random.bytes(SALT_BYTES)
  const key = await derive(passphrase, salt, cost)
  yield Buffer.concat([SEALED_MARK, salt])
  let number = 0
  for await (const { chunk, isLast } of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** @throws BrokenBackup when the passphrase is wrong or anything in the file was changed. */
export async function* openFile(
  sealed: AsyncIterable<Buffer>,
  passphrase: string,
  cost = COST,
): AsyncIterable<Buffer> {
  let key: Buffer | undefined
  let number = 0
  const head = SEALED_MARK.length + SALT_BYTES
  for await (const { chunk, isLast } of chunksOf(sealed, CHUNK_BYTES + TAG_BYTES, head)) {
    if (!key) {
      key = await derive(passphrase, chunk.subarray(SEALED_MARK.length), cost)
      continue
    }
    yield openChunk(key, chunk, { number, isLast })
    number += 1
  }
  if (number === 0) throw new BrokenBackup('the backup is cut off')
}

function openChunk(key: Buffer, chunk: Buffer, place: { number: number; isLast: boolean }): Buffer {
  const { number, isLast } = place
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  const text = chunk.length - TAG_BYTES
  try {
    decipher.setAuthTag(chunk.subarray(text))
    return Buffer.concat([decipher.update(chunk.subarray(0, text)), decipher.final()])
  } catch {
    throw new BrokenBackup(
      number === 0
        ? 'the passphrase is wrong, or the backup is damaged'
        : 'the backup is damaged or cut off',
    )
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 0, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/**
 * Cuts bytes into chunks of one size. The first can have its own; the last may be shorter or empty.
 */
async function* chunksOf(
  bytes: AsyncIterable<Buffer>,
  size: number,
  first = size,
): AsyncIterable<{ chunk: Buffer; isLast: boolean }> {
  let held = Buffer.alloc(0)
  let wanted = first
  for await (const more of bytes) {
    held = Buffer.concat([held, more])
    while (held.length > wanted) {
      yield { chunk: held.subarray(0, wanted), isLast: false }
      held = held.subarray(wanted)
      wanted = size
    }
  }
  yield { chunk: held, isLast: true }
}
