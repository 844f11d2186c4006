import type { Algorithm } from '@node-rs/argon2'
import { type Form, MOST_MEMORY } from './format.ts'

const WRITTEN =
  /^\$argon2(id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/
const MOST_PASSES = 20
/** KiB in all passes. What LibreLogin writes, and the least that OWASP advises, is not below it. */
const STRONG = 32 * 1024
const ALGORITHMS = { d: 0, i: 1, id: 2 } satisfies Record<string, Algorithm>

/** argon2 in its own spelling, AuthMe's ARGON2 too. The library verifies it (see passwords.ts). */
export const argon2: Form = {
  scheme: 'argon2',
  mark: 'weak-argon2', // a mark that begins with argon2 would be taken for the hash itself
  read({ text }) {
    const found = WRITTEN.exec(text)
    if (!found) return undefined
    const [, kind, memory, passes, lanes, salt = '', hash = ''] = found
    if (!isUsable(Number(memory), Number(passes), Number(lanes))) return undefined
    if (Number(memory) * Number(passes) >= STRONG) return { keep: text }
    const bytes = Buffer.from(hash, 'base64')
    const param = [kind, memory, passes, lanes, bytes.length, toUrl(salt)].join(',')
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

/** Whether it can be computed at all (RFC 9106, section 3.1), and at a price that a row may ask. */
function isUsable(memory: number, passes: number, lanes: number): boolean {
  const isPossible = passes > 0 && lanes > 0 && memory >= 8 * lanes
  return isPossible && memory * 1024 <= MOST_MEMORY && passes <= MOST_PASSES
}

function toUrl(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url')
}
