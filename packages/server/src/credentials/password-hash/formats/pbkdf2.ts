import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { HashFormat } from './format.ts'
import { fromPasslib } from './passlib-base64.ts'

type Parsed = { digest: string; iterations: number; salt: Buffer; hash: Buffer }

const [STRONG, MAX_ITERATIONS] = [100_000, 5_000_000]
const PREFIX = 'pbkdf2'
const LENGTHS: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 }
const derive = promisify(pbkdf2)

/**
 * AuthMe's PBKDF2, which has the same prefix as Django's format but a hash of 64 bytes, as 128 hexadecimal digits. The
 * salt is text in both formats.
 */
export const authmePbkdf2 = pbkdf2Format('authme-pbkdf2', (text) => {
  const found = /^pbkdf2_(sha256)\$(\d{1,8})\$([^$]+)\$([0-9A-Fa-f]{128})$/.exec(text)
  return found && toParsed(found, 'utf8', 'hex')
})

/** Django's PBKDF2. The hash is as long as the digest: 28, 44 or 88 characters of base64. */
export const django = pbkdf2Format('django', (text) => {
  const found =
    /^pbkdf2_(sha1)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{27}=)$/.exec(text) ??
    /^pbkdf2_(sha256)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{43}=)$/.exec(text) ??
    /^pbkdf2_(sha512)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]{86}==)$/.exec(text)
  return found && toParsed(found, 'utf8', 'base64')
})

/** AuthMe's PBKDF2BASE64, `pbkdf2$rounds$salt$hash`, with a salt of 16 bytes and a hash of 32 bytes. */
export const pbkdf2Base64 = pbkdf2Format('pbkdf2-base64', (text) => {
  const found = /^pbkdf2()\$(\d{1,8})\$([A-Za-z0-9+/]{11,86}={0,2})\$([A-Za-z0-9+/]{43}=)$/.exec(
    text,
  )
  return found && { ...toParsed(found, 'base64', 'base64'), digest: 'sha256' }
})

/** passlib's PBKDF2, `$pbkdf2-sha256$rounds$salt$hash`. */
export const passlibPbkdf2 = pbkdf2Format('passlib', (text) => {
  const found = /^\$pbkdf2-(sha1|sha256|sha512)\$(\d{1,8})\$([^$]+)\$([^$]+)$/.exec(text)
  const [, , , salt = '', hash = ''] = found ?? []
  return found && { ...toParsed(found), salt: fromPasslib(salt), hash: fromPasslib(hash) }
})

/** Werkzeug's PBKDF2, `pbkdf2:sha256:rounds$salt$hex`. */
export const werkzeugPbkdf2 = pbkdf2Format('werkzeug', (text) => {
  const found = /^pbkdf2:(sha1|sha256|sha512):(\d{1,8})\$([^$]+)\$([0-9a-f]+)$/.exec(text)
  return found && toParsed(found, 'utf8', 'hex')
})

function pbkdf2Format(scheme: string, parse: (text: string) => Parsed | null): HashFormat {
  return {
    scheme,
    prefix: PREFIX,
    read({ text }) {
      const parsed = parse(text)
      if (!parsed || !isUsable(parsed)) return undefined
      const { digest, iterations, salt, hash } = parsed
      if (iterations >= STRONG) return { keep: text }
      const param = [digest, iterations, hash.length, salt.toString('base64url')].join(',')
      return { param, digest: hash.toString('hex') }
    },
    verify(stored, password) {
      const parsed = parse(stored)
      return parsed && isUsable(parsed) ? matches(parsed, password) : undefined
    },
    async digest(password, param) {
      const [digest = '', iterations, length, salt = ''] = param.split(',')
      const bytes = Buffer.from(salt, 'base64url')
      const made = await derive(password, bytes, Number(iterations), Number(length), digest)
      return made.toString('hex')
    },
  }
}

function toParsed(
  [, digest = '', iterations, salt = '', hash = '']: RegExpExecArray,
  saltEncoding: BufferEncoding = 'utf8',
  hashEncoding: BufferEncoding = 'utf8',
): Parsed {
  return {
    digest,
    iterations: Number(iterations),
    salt: Buffer.from(salt, saltEncoding),
    hash: Buffer.from(hash, hashEncoding),
  }
}

/** Whether verifying a hash is not too expensive. Each block of a long hash costs all iterations again. */
function isUsable({ digest, iterations, salt, hash }: Parsed): boolean {
  const blocks = Math.ceil(hash.length / (LENGTHS[digest] ?? 1))
  const isCheap = iterations > 0 && iterations * blocks <= MAX_ITERATIONS
  return isCheap && salt.length > 0 && hash.length >= 16
}

async function matches({ digest, iterations, salt, hash }: Parsed, password: string) {
  return timingSafeEqual(await derive(password, salt, iterations, hash.length, digest), hash)
}
