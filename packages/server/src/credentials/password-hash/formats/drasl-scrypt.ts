import type { Form } from './format.ts'
import { passlibScrypt } from './scrypt.ts'

/**
 * Drasl's: 32 bytes of scrypt with 32768, 8 and 1, and the salt in a column of its own, both in hex. It
 * is kept as passlib writes it.
 */
export const draslScrypt: Form = {
  scheme: 'scrypt',
  bare: true,
  ofSource: true,
  read({ text, salt = '' }) {
    if (!/^[0-9a-f]{64}$/i.test(text) || !/^([0-9a-f]{2})+$/i.test(salt)) return undefined
    return passlibScrypt.read({ text: `$scrypt$ln=15,r=8,p=1$${short(salt)}$${short(text)}` })
  },
}

function short(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '').replaceAll('+', '.')
}
