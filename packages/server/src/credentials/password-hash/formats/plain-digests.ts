import type { HashFormat } from './format.ts'
import { md5, saltedDigest, sha1, sha256, sha512, withSeparateSalt } from './salted-digest.ts'

/** A single MD5, in WordPress before 2.5 and as Blessing's MD5. */
export const plainMd5 = plain('md5', 32, md5)

/** A single SHA-1, as `modernbb` and `sha1` in NamelessMC. */
export const plainSha1 = plain('sha1', 40, sha1)

export const plainSha256 = plain('sha256', 64, sha256)

export const plainSha512 = plain('sha512', 128, sha512)

/** Blessing's SALTED2MD5, which vBulletin also uses. Blessing's SALTED2SHA512 is the scheme double-sha512. */
export const salted2Md5: HashFormat = saltedDigest({
  scheme: 'salted2-md5',
  ambiguous: true,
  parse: withSeparateSalt(32),
  compute: (password, salt) => md5(md5(password) + salt),
})

export const salted2Sha256: HashFormat = saltedDigest({
  scheme: 'salted2-sha256',
  ambiguous: true,
  parse: withSeparateSalt(64),
  compute: (password, salt) => sha256(sha256(password) + salt),
})

/** SHA-1 of the lower-case name and the password, in SMF before 2.1 and as AuthMe's SMF. */
export const smf: HashFormat = saltedDigest({
  scheme: 'smf',
  ambiguous: true,
  parse: ({ text, username }) =>
    username && /^[0-9a-f]{40}$/i.test(text)
      ? { salt: username.toLowerCase(), digest: text }
      : undefined,
  compute: (password, name) => sha1(name + password),
})

function plain(scheme: string, digits: number, compute: (password: string) => string): HashFormat {
  const pattern = new RegExp(`^[0-9a-f]{${digits}}$`, 'i')
  return saltedDigest({
    scheme,
    ambiguous: true,
    parse: ({ text, salt }) =>
      !salt && pattern.test(text) ? { salt: '', digest: text } : undefined,
    compute,
  })
}
