import { BCRYPT_PATTERN, bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'

const STORED_PREFIX = '$wbb4-kept'

/**
 * WoltLab since 4, and AuthMe's WBB4: bcrypt of the bcrypt of the password, both with the same salt. Such hashes look
 * exactly like bcrypt, so the import must name this scheme.
 */
export const wbb4: HashFormat = {
  scheme: 'wbb4',
  ambiguous: true,
  prefix: 'wbb4',
  read({ text }) {
    const reading = bcrypt.read({ text })
    if (!reading) return undefined
    if ('keep' in reading) return { keep: STORED_PREFIX + text }
    return { ...reading, param: versionOf(text) + reading.param }
  },
  verify(stored, password) {
    return stored.startsWith(STORED_PREFIX)
      ? matches(stored.slice(STORED_PREFIX.length), password)
      : undefined
  },
  async digest(password, param) {
    return (await hashTwice(password, param.slice(0, 2), param.slice(2))).slice(-31)
  },
}

async function matches(text: string, password: string): Promise<boolean> {
  const [, rounds = '', salt = '', digest] = BCRYPT_PATTERN.exec(text) ?? []
  return (await hashTwice(password, versionOf(text), rounds + salt)) === digest
}

async function hashTwice(password: string, version: string, param: string): Promise<string> {
  const once = await bcrypt.digest?.(password, param)
  const inner = `$${version}$${param.slice(0, 2)}$${param.slice(2)}${once}`
  return (await bcrypt.digest?.(inner, param)) ?? ''
}

/** Returns the version of a bcrypt hash, such as `2a`. The inner hash, which is hashed again, begins with it. */
function versionOf(text: string): string {
  return text.slice(1, 3)
}
