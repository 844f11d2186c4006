import type { Algorithm } from '@node-rs/argon2'
import { type HashFormat, MAX_MEMORY } from './format.ts'

const PATTERN =
  /^\$argon2(id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/
const MAX_PASSES = 20
/**
 * An imported hash is kept as it is if its memory in KiB times its passes is at least this number; a weaker hash is
 * wrapped. LibreLogin's default and OWASP's minimum reach the number.
 */
const STRONG = 32 * 1024
const ALGORITHMS = { d: 0, i: 1, id: 2 } satisfies Record<string, Algorithm>

/**
 * The standard encoding of argon2, which AuthMe's ARGON2 also uses. New passwords of this site are hashed in
 * passwords.ts.
 */
export const argon2: HashFormat = {
  scheme: 'argon2',
  prefix: 'weak-argon2', // must not begin with `argon2`: such a text is parsed as a hash of this site
  read({ text }) {
    const found = PATTERN.exec(text)
    if (!found) return undefined
    const [, kind, memory, passes, lanes, salt = '', hash = ''] = found
    if (!isUsable(Number(memory), Number(passes), Number(lanes))) return undefined
    if (Number(memory) * Number(passes) >= STRONG) return { keep: text }
    const bytes = Buffer.from(hash, 'base64')
    const param = [kind, memory, passes, lanes, bytes.length, toBase64Url(salt)].join(',')
    return { param, digest: bytes.toString('hex') }
  },
  async digest(password, param) {
    const [kind, memory, passes, lanes, length, salt = ''] = param.split(',')
    const { hashRaw } = await import('@node-rs/argon2')
    const made = await hashRaw(password, {
      algorithm: kind === 'i' ? ALGORITHMS.i : kind === 'd' ? ALGORITHMS.d : ALGORITHMS.id,
      memoryCost: Number(memory),
      timeCost: Number(passes),
      parallelism: Number(lanes),
      outputLen: Number(length),
      salt: Buffer.from(salt, 'base64url'),
    })
    return made.toString('hex')
  },
}

/** Whether the parameters of a hash are valid (RFC 9106, section 3.1) and verifying it is not too expensive. */
function isUsable(memory: number, passes: number, lanes: number): boolean {
  const isPossible = passes > 0 && lanes > 0 && memory >= 8 * lanes
  return isPossible && memory * 1024 <= MAX_MEMORY && passes <= MAX_PASSES
}

function toBase64Url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url')
}
