import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyAuthMe } from './authme-hash.ts'

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[^$]{8,}\$[^$]{16,}$/

/**
 * Verifies a password against a hash that another site engine wrote, so that its players can be
 * imported. The form of a hash tells its kind, and argon2id replaces it at the player's next
 * sign-in:
 *
 * - bcrypt `$2a$`, `$2b$`, `$2y$`;
 * - scrypt, as written by passlib (`$scrypt$ln=15,r=8,p=1$salt$hash`) and Werkzeug
 *   (`scrypt:32768:8:1$salt$hex`);
 * - pbkdf2, as written by passlib (`$pbkdf2-sha256$29000$salt$hash`), Django
 *   (`pbkdf2_sha256$600000$salt$base64`), AuthMe (`pbkdf2_sha256$10000$salt$HEX`) and Werkzeug
 *   (`pbkdf2:sha256:600000$salt$hex`);
 * - AuthMe's SHA-256, wrapped as authme-hash.ts describes.
 */
export async function verifyLegacy(stored: string, password: string): Promise<boolean> {
  if (BCRYPT.test(stored)) {
    const { verify } = await import('@node-rs/bcrypt') // only imported players need it
    return verify(password, stored)
  }
  const ofAuthMe = await verifyAuthMe(stored, password)
  if (ofAuthMe !== undefined) return ofAuthMe
  const parsed = parseScrypt(stored) ?? parsePbkdf2(stored)
  if (!parsed) throw new Error('a stored password hash has no known form')
  const derived = await derive(parsed, password)
  return timingSafeEqual(derived, parsed.hash)
}

/** Tells whether a password can be verified against a hash, and at a cost the site can bear. */
export function isUsableHash(stored: string): boolean {
  const [, rounds] = BCRYPT.exec(stored) ?? []
  if (rounds) return Number(rounds) >= 4 && Number(rounds) <= MOST_BCRYPT_ROUNDS
  const [, memory, passes] = ARGON2.exec(stored) ?? []
  if (memory) return Number(memory) * 1024 <= MOST_MEMORY && Number(passes) <= MOST_ARGON2_PASSES
  try {
    return (parseScrypt(stored) ?? parsePbkdf2(stored)) !== undefined
  } catch {
    return false // verifying it would cost too much
  }
}

type Scrypt = { kind: 'scrypt'; cost: number; blockSize: number; parallelization: number }
type Pbkdf2 = { kind: 'pbkdf2'; digest: string; iterations: number }
type Parsed = (Scrypt | Pbkdf2) & { salt: Buffer; hash: Buffer }

/** Limits on what a hash may cost to verify: a forged row must not stop the process. */
const MOST_MEMORY = 256 * 1024 * 1024
const MOST_ITERATIONS = 5_000_000
const MOST_BCRYPT_ROUNDS = 15
const MOST_ARGON2_PASSES = 20

const scryptOf = promisify(
  scrypt as (
    password: string,
    salt: Buffer,
    length: number,
    options: object,
    done: (error: Error | null, key: Buffer) => void,
  ) => void,
)
const pbkdf2Of = promisify(pbkdf2)

function derive(parsed: Parsed, password: string): Promise<Buffer> {
  const { salt, hash } = parsed
  if (parsed.kind === 'pbkdf2') {
    return pbkdf2Of(password, salt, parsed.iterations, hash.length, parsed.digest)
  }
  const { cost, blockSize, parallelization } = parsed
  const options = { cost, blockSize, parallelization, maxmem: MOST_MEMORY }
  return scryptOf(password, salt, hash.length, options)
}

function parseScrypt(stored: string): Parsed | undefined {
  const passlib = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/.exec(stored)
  if (passlib) {
    const [, ln, r, p, salt = '', hash = ''] = passlib
    const costs = { cost: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p) }
    return checked({ kind: 'scrypt', ...costs, salt: fromBase64(salt), hash: fromBase64(hash) })
  }
  const werkzeug = /^scrypt:(\d{1,8}):(\d{1,3}):(\d{1,3})\$([^$]+)\$([0-9a-f]+)$/.exec(stored)
  if (!werkzeug) return undefined
  const [, n, r, p, salt = '', hash = ''] = werkzeug
  const costs = { cost: Number(n), blockSize: Number(r), parallelization: Number(p) }
  return checked({
    kind: 'scrypt',
    ...costs,
    salt: Buffer.from(salt),
    hash: Buffer.from(hash, 'hex'),
  })
}

/**
 * AuthMe's form begins as Django's does, and only the length of the hash tells them apart. Django's
 * is as long as the digest: 28, 44 or 88 characters of base64. AuthMe's is 64 bytes: 128 characters
 * of hex.
 */
const PBKDF2_FORMS = [
  ['hex', /^pbkdf2_(sha256)\$(\d{1,8})\$([^$]+)\$([0-9A-Fa-f]{128})$/],
  ['base64', /^pbkdf2_(sha1)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{27}=)$/],
  ['base64', /^pbkdf2_(sha256)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{43}=)$/],
  ['base64', /^pbkdf2_(sha512)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{86}==)$/],
  ['hex', /^pbkdf2:(sha1|sha256|sha512):(\d{1,8})\$([^$]+)\$([0-9a-f]+)$/], // Werkzeug's
] as const

function parsePbkdf2(stored: string): Parsed | undefined {
  const passlib = /^\$pbkdf2-(sha1|sha256|sha512)\$(\d{1,8})\$([^$]+)\$([^$]+)$/.exec(stored)
  if (passlib) {
    const [, digest = '', iterations, salt = '', hash = ''] = passlib
    return checked({
      kind: 'pbkdf2',
      digest,
      iterations: Number(iterations),
      salt: fromBase64(salt),
      hash: fromBase64(hash),
    })
  }
  const [encoding, form] = PBKDF2_FORMS.find(([, one]) => one.test(stored)) ?? []
  const [, digest = '', iterations, salt = '', hash = ''] = form?.exec(stored) ?? []
  if (!digest) return undefined
  return checked({
    kind: 'pbkdf2',
    digest,
    iterations: Number(iterations),
    salt: Buffer.from(salt),
    hash: Buffer.from(hash, encoding),
  })
}

/** @throws Error when the hash is empty or would cost too much to verify. */
function checked(parsed: Parsed): Parsed {
  const tooDear =
    parsed.kind === 'scrypt'
      ? 128 * parsed.cost * parsed.blockSize > MOST_MEMORY
      : parsed.iterations > MOST_ITERATIONS
  if (tooDear || parsed.hash.length < 16 || parsed.salt.length === 0) {
    throw new Error('a stored password hash cannot be checked')
  }
  return parsed
}

/** Decodes base64 as passlib writes it, with `.` for `+` and without padding. */
function fromBase64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}
