import { createHash } from 'node:crypto'

/** The digits of phpass, in the order of their values. */
export const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Computes the digest of phpass.
 * @param param one character for the rounds, as a power of two, and eight characters of salt
 */
export function phpassDigest(password: string, param: string): string {
  const bytes = Buffer.from(password)
  const rounds = 2 ** LETTERS.indexOf(param.slice(0, 1))
  let made = md5Of(Buffer.from(param.slice(1)), bytes)
  for (let round = 0; round < rounds; round += 1) made = md5Of(made, bytes)
  return toLetters(made)
}

function md5Of(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

/** Encodes bytes like Unix `crypt`: three bytes become four characters of six bits, lowest bits first. */
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
