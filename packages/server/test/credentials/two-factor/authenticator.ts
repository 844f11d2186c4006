import { createHmac } from 'node:crypto'

/** An authenticator app, written from the RFCs, independently of the site's library. */

const STEP = 30_000

/** Returns the 30-second step of a time. */
export function stepAt(now: number): number {
  return Math.floor(now / STEP)
}

/** Returns the code of a step (RFC 4226, 5.3; RFC 6238, 4.2). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Decodes a base32 secret (RFC 4648, section 6). */
export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
