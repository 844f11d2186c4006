import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

/**
 * Encrypts a secret with AES-256-GCM.
 * @param context names the row, such as `totp:<uuid>`; it is authenticated but not stored
 * @returns `iv.tag.ciphertext`, each part as base64url
 */
export function seal(key: Buffer, random: Random, context: string, secret: Buffer): string {
  const iv = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/**
 * Decrypts a secret.
 * @throws Error if the key or the context differs from the one that `seal` received, or if the text was changed
 */
export function unseal(key: Buffer, context: string, text: string): Buffer {
  const [iv, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || tag?.length !== 16 || !sealed) throw new Error('malformed sealed secret')
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
