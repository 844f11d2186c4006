import { createHmac } from 'node:crypto'
import { argon2 } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import type { Form } from './format.ts'
import { phpass } from './phpass.ts'
import { plainMd5 } from './plain-digests.ts'
import { disguised } from './transformed.ts'

/**
 * WordPress's since 6.8, `$wp$2y$`: bcrypt over base64 of HMAC-SHA-384, keyed `wp-sha384`. WordPress adds
 * slashes to all that is sent to it, and hashes `it's` as `it\'s`.
 */
export const wordpress: Form = disguised({
  scheme: 'wordpress',
  inner: [bcrypt],
  hashOf: (text) => (text.startsWith('$wp$') ? text.slice('$wp'.length) : undefined),
  change: (password) =>
    createHmac('sha384', 'wp-sha384')
      .update(trimmed(slashed(password)))
      .digest('base64'),
})

/** What WordPress wrote before 6.8. The text is that of other programs, so it has to be named. */
export const olderWordpress: Form = disguised({
  scheme: 'wordpress-slashed',
  bare: true,
  ofSource: true,
  inner: [phpass, bcrypt, plainMd5],
  toldAsInner: true,
  change: slashed,
})

/**
 * phpBB's: what it hashes went through `htmlspecialchars(…, ENT_COMPAT)`, so `a&b` is `a&amp;b`. The
 * text is that of other programs, so it has to be named.
 */
export const phpbb: Form = disguised({
  scheme: 'phpbb',
  bare: true,
  ofSource: true,
  inner: [phpass, bcrypt, argon2, plainMd5],
  change: escaped,
})

/** SMF's since 2.1: bcrypt over the name in lower case and the password. */
export const smf21: Form = disguised({
  scheme: 'smf21',
  bare: true,
  inner: [bcrypt],
  needsName: true,
  change: (password, name) => name.toLowerCase() + password,
})

/** Leaves out at both ends what PHP's `trim` does. */
function trimmed(text: string): string {
  return text.replace(/^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g, '')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** As PHP's `addslashes` does it. */
function slashed(text: string): string {
  return text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')
}
