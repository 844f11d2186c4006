import { createCipheriv, createDecipheriv, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Random } from '../../platform/random.ts'
import { CorruptBackup } from './backup-lines.ts'

/**
 * The format of an encrypted file: one line that names the format, a salt, then chunks of 64 KiB, each encrypted with
 * AES-256-GCM. The nonce of a chunk is its number and whether it is the last one, so missing, moved or truncated chunks
 * do not decrypt. The key is derived from the passphrase and the salt, which differs in every file.
 */

export const SEALED_MAGIC = Buffer.from('portal-backup-sealed-1\n')

const SALT_BYTES = 16
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
/**
 * The cost of the key derivation: each guess of the passphrase takes 128 MiB and about 0.5 s (OWASP recommends 2^17).
 */
const SCRYPT_COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const derive = (passphrase: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  scryptAsync(passphrase.normalize('NFC'), salt, 32, cost)

/**
 * Encrypts a file.
 * @param cost the cost of the key derivation, lower only in tests
 */
export async function* sealFile(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
  random: Random,
  cost = SCRYPT_COST,
): AsyncIterable<Buffer> {
  const salt = random.bytes(SALT_BYTES)
  const key = await derive(passphrase, salt, cost)
  yield Buffer.concat([SEALED_MAGIC, salt])
  let number = 0
  for await (const { chunk, isLast } of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/**
 * Decrypts a file.
 * @throws CorruptBackup if the passphrase is wrong or the file was changed
 */
export async function* openFile(
  sealed: AsyncIterable<Buffer>,
  passphrase: string,
  cost = SCRYPT_COST,
): AsyncIterable<Buffer> {
  let key: Buffer | undefined
  let number = 0
  const head = SEALED_MAGIC.length + SALT_BYTES
  for await (const { chunk, isLast } of chunksOf(sealed, CHUNK_BYTES + TAG_BYTES, head)) {
    if (!key) {
      key = await derive(passphrase, chunk.subarray(SEALED_MAGIC.length), cost)
      continue
    }
    yield openChunk(key, chunk, { number, isLast })
    number += 1
  }
  if (number === 0) throw new CorruptBackup('the backup is cut off')
}

function openChunk(key: Buffer, chunk: Buffer, place: { number: number; isLast: boolean }): Buffer {
  const { number, isLast } = place
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  const text = chunk.length - TAG_BYTES
  try {
    decipher.setAuthTag(chunk.subarray(text))
    return Buffer.concat([decipher.update(chunk.subarray(0, text)), decipher.final()])
  } catch {
    throw new CorruptBackup(
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
 * Splits bytes into chunks of `size`, of which the first may have another size. The last chunk may be shorter or empty.
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
