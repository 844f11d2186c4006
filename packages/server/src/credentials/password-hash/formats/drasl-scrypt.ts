import type { HashFormat } from './format.ts'
import { passlibScrypt } from './scrypt.ts'

/**
 * Drasl's format: 32 bytes of scrypt with the parameters 32768, 8 and 1. Drasl stores hash and salt as hexadecimal
 * digits in two columns; this site stores them in passlib's encoding.
 */
export const draslScrypt: HashFormat = {
  scheme: 'scrypt',
  ambiguous: true,
  sourceSpecific: true,
  read({ text, salt = '' }) {
    if (!/^[0-9a-f]{64}$/i.test(text) || !/^([0-9a-f]{2})+$/i.test(salt)) return undefined
    return passlibScrypt.read({
      text: `$scrypt$ln=15,r=8,p=1$${toPasslib(salt)}$${toPasslib(text)}`,
    })
  },
}

function toPasslib(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '').replaceAll('+', '.')
}
