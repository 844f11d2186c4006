import type { HashFormat } from './format.ts'

export const BCRYPT_PATTERN = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/
const LETTERS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const [MIN_ROUNDS, STRONG_ROUNDS, MAX_ROUNDS] = [4, 10, 15]

/** bcrypt, `$2a$`, `$2b$` or `$2y$`, as in AuthMe, Laravel, Joomla and many others. */
export const bcrypt: HashFormat = {
  scheme: 'bcrypt',
  prefix: 'bcrypt',
  read({ text }) {
    const [, rounds = '', salt = '', digest = ''] = BCRYPT_PATTERN.exec(text) ?? []
    const cost = Number(rounds)
    if (!digest || cost < MIN_ROUNDS || cost > MAX_ROUNDS) return undefined
    return cost < STRONG_ROUNDS ? { param: rounds + salt, digest } : { keep: text }
  },
  verify(stored, password) {
    return BCRYPT_PATTERN.test(stored)
      ? import('@node-rs/bcrypt').then(({ verify }) => verify(password, stored)) // only imported players need it
      : undefined
  },
  async digest(password, param) {
    const { hash } = await import('@node-rs/bcrypt')
    const made = await hash(password, Number(param.slice(0, 2)), bytesOf(param.slice(2)))
    return made.slice(-31)
  },
}

/** Decodes bcrypt's own base64: 22 characters of 6 bits, of which the last character holds only 2 bits. */
function bytesOf(salt: string): Buffer {
  const bits = Array.from(salt, (letter) => LETTERS.indexOf(letter).toString(2).padStart(6, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
