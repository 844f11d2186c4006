import { createHash } from 'node:crypto'
import type { Form } from './form.ts'

const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const WRITTEN = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/
const [LEAST_LOG, MOST_LOG] = [7, 16]

/**
 * phpass's portable hashes, `$P$`, which phpBB writes `$H$`: MD5 over and over, which is quick however
 * often, so they are always wrapped. A letter says how often, and eight are the salt.
 */
export const phpass: Form = {
  scheme: 'phpass',
  mark: 'phpass',
  read({ text }) {
    const [, letter = '', salt = '', digest = ''] = WRITTEN.exec(text) ?? []
    const log = LETTERS.indexOf(letter)
    if (!digest || log < LEAST_LOG || log > MOST_LOG) return undefined
    return { param: letter + salt, digest }
  },
  digest(password, param) {
    const bytes = Buffer.from(password)
    const rounds = 2 ** LETTERS.indexOf(param.slice(0, 1))
    let made = md5Of(Buffer.from(param.slice(1)), bytes)
    for (let round = 0; round < rounds; round += 1) made = md5Of(made, bytes)
    return toLetters(made)
  },
}

function md5Of(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

/** Writes bytes as crypt does: three at a time, four letters of six bits, the lowest bits first. */
function toLetters(bytes: Buffer): string {
  let text = ''
  for (let first = 0; first < bytes.length; first += 3) {
    const group = bytes.subarray(first, first + 3)
    const bits = group.reduce((sum, byte, place) => sum + byte * 256 ** place, 0)
    for (let letter = 0; letter <= group.length; letter += 1) {
      text += LETTERS.charAt(Math.floor(bits / 64 ** letter) % 64)
    }
  }
  return text
}
