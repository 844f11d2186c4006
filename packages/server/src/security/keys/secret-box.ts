import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

/**
 * Seals a small secret with AES-256-GCM so that it can be opened only for the same row.
 *
 * @param row the name of the row, such as `totp:<uuid>`; it is authenticated, but not stored.
 * @returns `iv.tag.ciphertext`, each in base64url.
 */
export function seal(key: Buffer, random: Random, row: string, secret: Buffer): string {
  const iv = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** @throws Error when key, row or text differ from those of the sealing. */
export function unseal(key: Buffer, row: string, text: string): Buffer {
  const [iv, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || tag?.length !== 16 || !sealed) throw new Error('malformed sealed secret')
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAAD(Buffer.from(row)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
