import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP = 30_000

/** 160 bits (RFC 4226, 4). */
export const SECRET_BYTES = 20

/** The six-digit code of one 30-second step (RFC 6238 with SHA-1, as every app does). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * The step whose code was given, one step of clock drift either way. Every candidate is compared, so
 * that the time taken says nothing. Spaces are ignored: apps show `123 456`.
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const digits = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(digits)) return undefined
  const current = stepAt(now)
  const matches = [current, current - 1, current + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(digits)),
  )
  return matches[0]
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps read it. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += ALPHABET[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The address that an authenticator app reads from the QR code (Key URI Format). */
export function otpauthUrl(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
