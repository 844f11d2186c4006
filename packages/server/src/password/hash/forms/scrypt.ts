import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Form, MOST_MEMORY } from './form.ts'
import { fromPasslib } from './passlib-base64.ts'

type Cost = { cost: number; blockSize: number; parallelization: number }
type Parsed = Cost & { salt: Buffer; hash: Buffer }

/** What Node's scrypt does by default, and passlib's least; below it the hash is wrapped. */
const STRONG_MEMORY = 16 * 1024 * 1024
const MARK = 'scrypt'

const scryptOf = promisify(
  scrypt as (
    password: string,
    salt: Buffer,
    length: number,
    options: object,
    done: (error: Error | null, key: Buffer) => void,
  ) => void,
)

/** passlib's, `$scrypt$ln=15,r=8,p=1$salt$hash`. */
export const passlibScrypt = scryptForm('passlib', (text) => {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/.exec(text)
  const [, ln, r, p, salt = '', hash = ''] = found ?? []
  const costs = { cost: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p) }
  return found && { ...costs, salt: fromPasslib(salt), hash: fromPasslib(hash) }
})

/** Werkzeug's, `scrypt:32768:8:1$salt$hex`. */
export const werkzeugScrypt = scryptForm('werkzeug', (text) => {
  const found = /^scrypt:(\d{1,8}):(\d{1,3}):(\d{1,3})\$([^$]+)\$([0-9a-f]+)$/.exec(text)
  const [, n, r, p, salt = '', hash = ''] = found ?? []
  const costs = { cost: Number(n), blockSize: Number(r), parallelization: Number(p) }
  return found && { ...costs, salt: Buffer.from(salt), hash: Buffer.from(hash, 'hex') }
})

/** Makes a form of scrypt from what reads its text. */
export function scryptForm(scheme: string, parse: (text: string) => Parsed | null): Form {
  return {
    scheme,
    mark: MARK,
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
      return parsed && isUsable(parsed) ? isMadeOf(parsed, password) : undefined
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
  return scryptOf(password, salt, length, { ...costs, maxmem: MOST_MEMORY })
}

function memoryOf({ cost, blockSize }: Cost): number {
  return 128 * cost * blockSize
}

function isUsable(parsed: Parsed): boolean {
  return memoryOf(parsed) <= MOST_MEMORY && parsed.salt.length > 0 && parsed.hash.length >= 16
}

async function isMadeOf({ salt, hash, ...costs }: Parsed, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(costs, password, salt, hash.length), hash)
}

function toHex(bytes: Buffer): string {
  return bytes.toString('hex')
}
