import { createDecipheriv, hkdfSync } from 'node:crypto'

/*
 * UnicoreCMS encrypts columns as `enc:1:` and base64 of nonce, tag and ciphertext: AES-256-GCM with a key
 * that HKDF-SHA256 derives from its ENCRYPTION_KEY for each purpose.
 */

export type Purpose = 'password-wrap' | 'field'

export type Unseal = (
  sealed: string,
  purpose: Purpose,
  contexts: readonly string[],
) => string | undefined

const SEALED = /^enc:1:([A-Za-z0-9+/]+=*)$/
const SALT = 'unicore-cms'
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16]

export function isSealed(text: string): boolean {
  return text.startsWith('enc:')
}

export function unsealWith(secrets: readonly string[]): Unseal {
  const keysOf = (purpose: Purpose): Buffer[] =>
    secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, SALT, purpose, KEY_BYTES)))
  const keys = { 'password-wrap': keysOf('password-wrap'), field: keysOf('field') }

  return (sealed, purpose, contexts) => {
    const payload = Buffer.from(SEALED.exec(sealed)?.[1] ?? '', 'base64')
    if (payload.length < NONCE_BYTES + TAG_BYTES) return undefined
    for (const key of keys[purpose]) {
      for (const context of contexts) {
        const text = opened(payload, key, context)
        if (text !== undefined) return text
      }
    }
    return undefined
  }
}

function opened(payload: Buffer, key: Buffer, context: string): string | undefined {
  const nonce = payload.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(payload.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = [decipher.update(payload.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined // the key or the context is wrong
  }
}
