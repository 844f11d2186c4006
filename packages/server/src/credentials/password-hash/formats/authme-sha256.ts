import type { HashFormat } from './format.ts'
import { sha256 } from './salted-digest.ts'

const PATTERN = /^\$SHA\$([^$]{1,64})\$([0-9a-f]{64})$/

/**
 * AuthMe's SHA256, `$SHA$salt$hash`: `sha256(sha256(password) + salt)`, with the inner digest in hexadecimal digits. An
 * attacker can try billions of passwords a second, so such hashes are always wrapped. Unlike in other formats, the
 * prefix is not the name of the scheme and the param is the plain salt, because the first version of the import stored
 * hashes in this form.
 */
export const authmeSha256: HashFormat = {
  scheme: 'authme-sha256',
  prefix: 'authme',
  read({ text }) {
    const [, param, digest] = PATTERN.exec(text) ?? []
    return param && digest ? { param, digest } : undefined
  },
  digest: (password, salt) => sha256(sha256(password) + salt),
}
