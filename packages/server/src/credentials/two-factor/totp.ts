import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226, section 4 recommends. */
export const SECRET_BYTES = 20

const SECONDS = 30

/** RFC 6238, with the parameters that every authenticator app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: SECONDS } as const

/**
 * Returns the 30-second step that the code belongs to, allowing for clock drift of one step either
 * way. Spaces are ignored, because apps show `123 456`.
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const token = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...FORM, secret: secretOf(secret) })
  const drift = totp.validate({ token, timestamp: now, window: 1 })
  return drift === null ? undefined : TOTP.counter({ period: SECONDS, timestamp: now }) + drift
}

/** Makes the code of an instant, as an app would show it. */
export function codeAt(secret: Buffer, now: number): string {
  return new TOTP({ ...FORM, secret: secretOf(secret) }).generate({ timestamp: now })
}

/** Writes a secret as a player types it into an app, and as a URL for the app's QR scanner. */
export function writeSecret(
  bytes: Buffer,
  issuer: string,
  account: string,
): { secret: string; url: string } {
  const totp = new TOTP({ ...FORM, issuer, label: account, secret: secretOf(bytes) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** Reads a secret as apps show it: base32, in any letter case, with spaces or padding. */
export function readSecret(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32.replace(/[ =]/g, '').toUpperCase()).bytes)
}

/** Copies the bytes: the library takes a whole ArrayBuffer, and a Buffer may be a part of one. */
function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
