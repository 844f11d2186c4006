import { authmeSha256 } from './authme-sha256.ts'
import type { HashFormat } from './format.ts'
import { saltedDigest, sha256, sha512 } from './salted-digest.ts'

/** nLogin's SHA-256, `$SHA256$hash$salt`. */
export const nloginSha256: HashFormat = saltedDigest({
  scheme: 'nlogin',
  prefix: 'nlogin-sha256',
  parse: ({ text }) => partsOf(/^\$SHA256\$([0-9a-f]{64})[$@]([^$@]{1,64})$/i.exec(text)),
  compute: (password, salt) => sha256(sha256(password) + salt),
})

/** nLogin's SHA-512, `$SHA512$hash$salt`. Older versions of nLogin write `@` instead of `$` before the salt. */
export const nloginSha512: HashFormat = saltedDigest({
  scheme: 'nlogin',
  prefix: 'double-sha512',
  parse: ({ text }) => partsOf(/^\$SHA512\$([0-9a-f]{128})[$@]([^$@]{1,64})$/i.exec(text)),
  compute: (password, salt) => sha512(sha512(password) + salt),
})

/** A hash that nLogin imported from AuthMe: `$SHA$salt$hash$AUTHME`. */
export const nloginAuthme: HashFormat = {
  ...authmeSha256,
  read({ text }) {
    const [, authmes] = /^(\$SHA\$[^$]+\$[0-9a-f]{64})\$AUTHME$/.exec(text) ?? []
    return authmes ? authmeSha256.read({ text: authmes }) : undefined
  },
}

function partsOf(found: RegExpExecArray | null) {
  const [, digest, salt] = found ?? []
  return digest && salt ? { digest, salt } : undefined
}
