import { bcrypt, MADE_BY_BCRYPT } from './bcrypt.ts'
import type { Form } from './format.ts'

const KEPT = '$wbb4-kept'

/**
 * WoltLab's since 4, and AuthMe's WBB4: bcrypt over the bcrypt of the password, both with one salt. It
 * looks exactly as bcrypt does, so it has to be named.
 */
export const wbb4: Form = {
  scheme: 'wbb4',
  bare: true,
  mark: 'wbb4',
  read({ text }) {
    const reading = bcrypt.read({ text })
    if (!reading) return undefined
    if ('keep' in reading) return { keep: KEPT + text }
    return { ...reading, param: versionOf(text) + reading.param }
  },
  verify(stored, password) {
    return stored.startsWith(KEPT) ? fits(stored.slice(KEPT.length), password) : undefined
  },
  async digest(password, param) {
    return (await twice(password, param.slice(0, 2), param.slice(2))).slice(-31)
  },
}

async function fits(text: string, password: string): Promise<boolean> {
  const [, rounds = '', salt = '', digest] = MADE_BY_BCRYPT.exec(text) ?? []
  return (await twice(password, versionOf(text), rounds + salt)) === digest
}

async function twice(password: string, version: string, param: string): Promise<string> {
  const once = await bcrypt.digest?.(password, param)
  const inner = `$${version}$${param.slice(0, 2)}$${param.slice(2)}${once}`
  return (await bcrypt.digest?.(inner, param)) ?? ''
}

/** Which bcrypt it says it is, `2a`; the outer one hashes these letters along. */
function versionOf(text: string): string {
  return text.slice(1, 3)
}
