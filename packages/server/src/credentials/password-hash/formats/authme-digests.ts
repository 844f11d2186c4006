import type { HashFormat } from './format.ts'
import { md5, saltedDigest, sha256, sha512, withSeparateSalt } from './salted-digest.ts'

/** AuthMe's MD5VB, `$MD5vb$salt$hash`. */
export const md5vb: HashFormat = saltedDigest({
  scheme: 'md5vb',
  parse({ text }) {
    const [, salt, digest] = /^\$MD5vb\$([^$]{1,64})\$([0-9a-f]{32})$/i.exec(text) ?? []
    return salt && digest ? { salt, digest } : undefined
  },
  compute: (password, salt) => md5(md5(password) + salt),
})

/** AuthMe's DOUBLEMD5: 32 hexadecimal digits, like hashes of other formats. */
export const doubleMd5: HashFormat = saltedDigest({
  scheme: 'double-md5',
  ambiguous: true,
  parse: ({ text, salt }) =>
    !salt && /^[0-9a-f]{32}$/i.test(text) ? { salt: '', digest: text } : undefined,
  compute: (password) => md5(md5(password)),
})

export const saltedSha256: HashFormat = saltedDigest({
  scheme: 'salted-sha256',
  ambiguous: true,
  parse: withSeparateSalt(64),
  compute: (password, salt) => sha256(password + salt),
})

export const saltedSha512: HashFormat = saltedDigest({
  scheme: 'salted-sha512',
  ambiguous: true,
  parse: withSeparateSalt(128),
  compute: (password, salt) => sha512(password + salt),
})

/** AuthMe's DOUBLE_SHA512, which looks exactly like SALTEDSHA512. */
export const doubleSha512: HashFormat = saltedDigest({
  scheme: 'double-sha512',
  ambiguous: true,
  parse: withSeparateSalt(128),
  compute: (password, salt) => sha512(sha512(password) + salt),
})

export const mybb: HashFormat = saltedDigest({
  scheme: 'mybb',
  ambiguous: true,
  parse: withSeparateSalt(32),
  compute: (password, salt) => md5(md5(salt) + md5(password)),
})

/** Joomla's format before 3.2, `hash:salt` with a salt of 32 letters and digits, and AuthMe's JOOMLA. */
export const joomla: HashFormat = saltedDigest({
  scheme: 'joomla',
  parse({ text }) {
    const [, digest, salt] = /^([0-9a-f]{32}):([A-Za-z0-9]{16,32})$/.exec(text) ?? []
    return salt && digest ? { salt, digest } : undefined
  },
  compute: (password, salt) => md5(password + salt),
})
