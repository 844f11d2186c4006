import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'

/*
 * AuthMe, the sign-in plugin of many game servers, keeps `$SHA$salt$hash`: SHA-256 of the SHA-256 of
 * the password and the salt, quick enough to be guessed by the billion. It is therefore kept only
 * inside argon2id: `$authme$salt$` and then the argon2id hash of AuthMe's own. Its other kinds are slow
 * enough to be kept as they are: bcrypt, argon2 and pbkdf2 (legacy-hash.ts).
 */

const PLAIN = /^\$SHA\$([^$]{1,64})\$([0-9a-f]{64})$/
const WRAPPED = /^\$authme\$([^$]+)(\$argon2id\$.+)$/

/** The form to keep of a hash of AuthMe's; undefined for any other. */
export async function wrapAuthMe(
  stored: string,
  hash: (text: string) => Promise<string>,
): Promise<string | undefined> {
  const [, salt, quick] = PLAIN.exec(stored) ?? []
  return quick && `$authme$${salt}${await hash(quick)}`
}

/** Undefined when it is no wrapped hash of AuthMe's. */
export async function verifyAuthMe(stored: string, password: string): Promise<boolean | undefined> {
  const [, salt, inner] = WRAPPED.exec(stored) ?? []
  return inner === undefined ? undefined : verify(inner, sha256(sha256(password) + salt))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
