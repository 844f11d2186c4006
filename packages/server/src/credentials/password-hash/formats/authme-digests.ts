import type { Form } from './format.ts'
import { md5, saltedDigest, sha256, sha512, withSaltApart } from './salted-digest.ts'

/** AuthMe's MD5VB, `$MD5vb$salt$hash`. */
export const md5vb: Form = saltedDigest({
  scheme: 'md5vb',
  parse({ text }) {
    const [, salt, digest] = /^\$MD5vb\$([^$]{1,64})\$([0-9a-f]{32})$/i.exec(text) ?? []
    return salt && digest ? { salt, digest } : undefined
  },
  compute: (password, salt) => md5(md5(password) + salt),
})

/** AuthMe's DOUBLEMD5: 32 digits, which say nothing of how they were made. */
export const doubleMd5: Form = saltedDigest({
  scheme: 'double-md5',
  bare: true,
  parse: ({ text, salt }) =>
    !salt && /^[0-9a-f]{32}$/i.test(text) ? { salt: '', digest: text } : undefined,
  compute: (password) => md5(md5(password)),
})

/** AuthMe's SALTEDSHA256. */
export const saltedSha256: Form = saltedDigest({
  scheme: 'salted-sha256',
  bare: true,
  parse: withSaltApart(64),
  compute: (password, salt) => sha256(password + salt),
})

/** AuthMe's SALTEDSHA512. */
export const saltedSha512: Form = saltedDigest({
  scheme: 'salted-sha512',
  bare: true,
  parse: withSaltApart(128),
  compute: (password, salt) => sha512(password + salt),
})

/** AuthMe's DOUBLE_SHA512, which looks exactly as SALTEDSHA512 does. */
export const doubleSha512: Form = saltedDigest({
  scheme: 'double-sha512',
  bare: true,
  parse: withSaltApart(128),
  compute: (password, salt) => sha512(sha512(password) + salt),
})

/** MyBB's own, and AuthMe's MYBB. */
export const mybb: Form = saltedDigest({
  scheme: 'mybb',
  bare: true,
  parse: withSaltApart(32),
  compute: (password, salt) => md5(md5(salt) + md5(password)),
})

/** Joomla's before 3.2, `hash:salt` with a salt of 32 letters and digits, and AuthMe's JOOMLA. */
export const joomla: Form = saltedDigest({
  scheme: 'joomla',
  parse({ text }) {
    const [, digest, salt] = /^([0-9a-f]{32}):([A-Za-z0-9]{16,32})$/.exec(text) ?? []
    return salt && digest ? { salt, digest } : undefined
  },
  compute: (password, salt) => md5(password + salt),
})
