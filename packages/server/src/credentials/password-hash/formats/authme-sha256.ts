import type { Form } from './format.ts'
import { sha256 } from './salted-digest.ts'

const WRITTEN = /^\$SHA\$([^$]{1,64})\$([0-9a-f]{64})$/

/**
 * AuthMe's SHA256, `$SHA$salt$hash`: SHA-256 over the SHA-256 of the password and the salt, of which
 * billions a second can be guessed. The mark and the bare salt are those of the first import.
 */
export const authmeSha256: Form = {
  scheme: 'authme-sha256',
  mark: 'authme',
  read({ text }) {
    const [, param, digest] = WRITTEN.exec(text) ?? []
    return param && digest ? { param, digest } : undefined
  },
  digest: (password, salt) => sha256(sha256(password) + salt),
}
