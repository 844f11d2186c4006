import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type HashFormat, MAX_MEMORY, MAX_WORK } from './format.ts'
import { fromPasslib } from './passlib-base64.ts'

type Cost = { cost: number; blockSize: number; parallelization: number }
type Parsed = Cost & { salt: Buffer; hash: Buffer }

/**
 * The least memory in bytes with which a hash is kept: the default of Node's scrypt and the minimum of passlib. Weaker
 * hashes are wrapped.
 */
const STRONG_MEMORY = 16 * 1024 * 1024
const MAX_HASH_LENGTH = 128
const PREFIX = 'scrypt'

const scryptOf = promisify(
  scrypt as (
    password: string,
    salt: Buffer,
    length: number,
    options: object,
    done: (error: Error | null, key: Buffer) => void,
  ) => void,
)

/** passlib's scrypt, `$scrypt$ln=15,r=8,p=1$salt$hash`. */
export const passlibScrypt = scryptFormat('passlib', (text) => {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/.exec(text)
  const [, ln, r, p, salt = '', hash = ''] = found ?? []
  const costs = { cost: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p) }
  return found && { ...costs, salt: fromPasslib(salt), hash: fromPasslib(hash) }
})

/** Werkzeug's scrypt, `scrypt:32768:8:1$salt$hex`. */
export const werkzeugScrypt = scryptFormat('werkzeug', (text) => {
  const found = /^scrypt:(\d{1,8}):(\d{1,3}):(\d{1,3})\$([^$]+)\$([0-9a-f]+)$/.exec(text)
  const [, n, r, p, salt = '', hash = ''] = found ?? []
  const costs = { cost: Number(n), blockSize: Number(r), parallelization: Number(p) }
  return found && { ...costs, salt: Buffer.from(salt), hash: Buffer.from(hash, 'hex') }
})

export function scryptFormat(scheme: string, parse: (text: string) => Parsed | null): HashFormat {
  return {
    scheme,
    prefix: PREFIX,
    read({ text }) {
      const parsed = parse(text)
      if (!parsed || !isUsable(parsed)) return undefined
      if (memoryOf(parsed) >= STRONG_MEMORY) return { keep: text }
      const { cost, blockSize, parallelization, salt, hash } = parsed
      const costs = [cost, blockSize, parallelization, hash.length]
      return { param: [...costs, salt.toString('base64url')].join(','), digest: toHex(hash) }
    },
    verify(stored, password) {
      const parsed = parse(stored)
      return parsed && isUsable(parsed) ? matches(parsed, password) : undefined
    },
    async digest(password, param) {
      const [cost, blockSize, parallelization, length, salt = ''] = param.split(',')
      const costs = {
        cost: Number(cost),
        blockSize: Number(blockSize),
        parallelization: Number(parallelization),
      }
      return toHex(await derive(costs, password, Buffer.from(salt, 'base64url'), Number(length)))
    },
  }
}

function derive(costs: Cost, password: string, salt: Buffer, length: number): Promise<Buffer> {
  return scryptOf(password, salt, length, { ...costs, maxmem: MAX_MEMORY })
}

function memoryOf({ cost, blockSize }: Cost): number {
  return 128 * cost * blockSize
}

/** Whether the parameters of a hash are valid (RFC 7914, section 2) and verifying it is not too expensive. */
function isUsable(parsed: Parsed): boolean {
  const { cost, blockSize, parallelization, salt, hash } = parsed
  const isCost = cost > 1 && Number.isInteger(Math.log2(cost)) && cost < 2 ** (16 * blockSize)
  if (!isCost || blockSize < 1 || parallelization < 1) return false
  const all = memoryOf({ ...parsed, cost: cost + 2 + parallelization }) // OpenSSL counts this memory against its limit
  const isCheap = all <= MAX_MEMORY && memoryOf(parsed) * parallelization <= MAX_WORK
  return isCheap && salt.length > 0 && hash.length >= 16 && hash.length <= MAX_HASH_LENGTH
}

async function matches({ salt, hash, ...costs }: Parsed, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(costs, password, salt, hash.length), hash)
}

function toHex(bytes: Buffer): string {
  return bytes.toString('hex')
}
