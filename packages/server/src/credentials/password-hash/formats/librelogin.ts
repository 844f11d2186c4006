import { argon2 } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'
import { saltedDigest, sha512 } from './salted-digest.ts'

/**
 * LibreLogin's `Argon-2ID`, argon2id with one lane. In `19,2,16384$hash` the numbers are version, passes and memory in
 * KiB. The salt is in another column; both are base64.
 */
export const libreloginArgon2: HashFormat = {
  ...argon2,
  read({ text, salt = '' }) {
    const [, passes, memory, hash] =
      /^19,(\d{1,3}),(\d{1,7})\$([A-Za-z0-9+/]+)={0,2}$/.exec(text) ?? []
    const [, bare] = /^([A-Za-z0-9+/]+)={0,2}$/.exec(salt) ?? []
    if (!hash || !bare) return undefined
    return argon2.read({ text: `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare}$${hash}` })
  },
}

/** LibreLogin's `BCrypt-2A`: the rounds and the 31 characters of the hash. The salt is in another column. */
export const libreloginBcrypt: HashFormat = {
  ...bcrypt,
  read({ text, salt = '' }) {
    const [, rounds, digest] = /^(\d\d)\$([./A-Za-z0-9]{31})$/.exec(text) ?? []
    return rounds && digest ? bcrypt.read({ text: `$2a$${rounds}$${salt}${digest}` }) : undefined
  },
}

/**
 * LibreLogin's `SHA-512`: a hexadecimal number, so leading zeros are missing. They are also missing in the inner
 * digest, which is hashed again with the salt.
 */
export const libreloginSha512: HashFormat = saltedDigest({
  scheme: 'librelogin-sha512',
  ambiguous: true,
  parse: ({ text, salt }) =>
    salt && /^[0-9a-f]{100,128}$/i.test(text)
      ? { digest: asNumber(text.toLowerCase()), salt }
      : undefined,
  compute: (password, salt) => asNumber(sha512(asNumber(sha512(password)) + salt)),
})

function asNumber(digest: string): string {
  return digest.replace(/^0+/, '').padStart(64, '0')
}
