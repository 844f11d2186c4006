import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'

/*
 * AuthMe, the sign-in plugin of many game servers, stores `$SHA$salt$hash`: SHA-256 over the
 * SHA-256 of the password and the salt, which is quick enough to guess billions of passwords.
 * Portal therefore stores it only inside argon2id: `$authme$salt$` followed by the argon2id hash of
 * AuthMe's hash. AuthMe's other kinds (bcrypt, argon2 and pbkdf2) are slow enough to keep as they
 * are; see legacy-hash.ts.
 */

const PLAIN = /^\$SHA\$([^$]{1,64})\$([0-9a-f]{64})$/
const WRAPPED = /^\$authme\$([^$]+)(\$argon2id\$.+)$/

/** Wraps AuthMe's SHA-256 hash in argon2id; undefined for any other hash. */
export async function wrapAuthMe(
  stored: string,
  hash: (text: string) => Promise<string>,
): Promise<string | undefined> {
  const [, salt, quick] = PLAIN.exec(stored) ?? []
  return quick && `$authme$${salt}${await hash(quick)}`
}

/** Verifies a password against a wrapped AuthMe hash; undefined for any other hash. */
export async function verifyAuthMe(stored: string, password: string): Promise<boolean | undefined> {
  const [, salt, inner] = WRAPPED.exec(stored) ?? []
  return inner === undefined ? undefined : verify(inner, sha256(sha256(password) + salt))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
