import type { Form } from './format.ts'

export const MADE_BY_BCRYPT = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/
const LETTERS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const [LEAST_ROUNDS, STRONG_ROUNDS, MOST_ROUNDS] = [4, 10, 15]

/** bcrypt, `$2a$`, `$2b$` or `$2y$`, as AuthMe, Laravel, Joomla and many others write it. */
export const bcrypt: Form = {
  scheme: 'bcrypt',
  mark: 'bcrypt',
  read({ text }) {
    const [, rounds = '', salt = '', digest = ''] = MADE_BY_BCRYPT.exec(text) ?? []
    const cost = Number(rounds)
    if (!digest || cost < LEAST_ROUNDS || cost > MOST_ROUNDS) return undefined
    return cost < STRONG_ROUNDS ? { param: rounds + salt, digest } : { keep: text }
  },
  verify(stored, password) {
    return MADE_BY_BCRYPT.test(stored)
      ? import('@node-rs/bcrypt').then(({ verify }) => verify(password, stored)) // only imported players need it
      : undefined
  },
  async digest(password, param) {
    const { hash } = await import('@node-rs/bcrypt')
    const made = await hash(password, Number(param.slice(0, 2)), bytesOf(param.slice(2)))
    return made.slice(-31)
  },
}

/** Reads bcrypt's own base64: 22 letters of 6 bits, the last of which holds 2. */
function bytesOf(salt: string): Buffer {
  const bits = Array.from(salt, (letter) => LETTERS.indexOf(letter).toString(2).padStart(6, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
