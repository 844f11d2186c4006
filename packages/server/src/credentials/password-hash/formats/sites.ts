import { createHmac } from 'node:crypto'
import { argon2 } from './argon2.ts'
import { bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'
import { phpass } from './phpass.ts'
import { plainMd5 } from './plain-digests.ts'
import { transformed } from './transformed.ts'

/**
 * WordPress since 6.8, `$wp$2y$`: bcrypt of the base64 of an HMAC-SHA-384 with the key `wp-sha384`. WordPress adds
 * backslashes to its input, so `it's` is hashed as `it\'s`.
 */
export const wordpress: HashFormat = transformed({
  scheme: 'wordpress',
  inner: [bcrypt],
  hashOf: (text) => (text.startsWith('$wp$') ? text.slice('$wp'.length) : undefined),
  change: (password) =>
    createHmac('sha384', 'wp-sha384')
      .update(phpTrim(addSlashes(password)))
      .digest('base64'),
})

/** WordPress before 6.8. Hashes of other programs look the same, so the import must name this scheme. */
export const olderWordpress: HashFormat = transformed({
  scheme: 'wordpress-slashed',
  ambiguous: true,
  sourceSpecific: true,
  inner: [phpass, bcrypt, plainMd5],
  reportInner: true,
  change: addSlashes,
})

/**
 * phpBB. Passwords pass through `htmlspecialchars(…, ENT_COMPAT)`, so `a&b` is hashed as `a&amp;b`. Hashes of other
 * programs look the same, so the import must name this scheme.
 */
export const phpbb: HashFormat = transformed({
  scheme: 'phpbb',
  ambiguous: true,
  sourceSpecific: true,
  inner: [phpass, bcrypt, argon2, plainMd5],
  change: escapeHtml,
})

/** SMF since 2.1: bcrypt of the lower-case name and the password. */
export const smf21: HashFormat = transformed({
  scheme: 'smf21',
  ambiguous: true,
  inner: [bcrypt],
  needsName: true,
  change: (password, name) => name.toLowerCase() + password,
})

function phpTrim(text: string): string {
  return text.replace(/^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g, '')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function addSlashes(text: string): string {
  return text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')
}
