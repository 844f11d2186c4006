import { Secret, TOTP } from 'otpauth'

/** 160 bits (RFC 4226, 4). */
export const SECRET_BYTES = 20

const SECONDS = 30

/** RFC 6238, as every authenticator app does it. */
const FORM = { algorithm: 'SHA1', digits: 6, period: SECONDS } as const

/**
 * The 30-second step whose code was given, one step of clock drift either way. Spaces are ignored:
 * apps show `123 456`.
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const token = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...FORM, secret: secretOf(secret) })
  const drift = totp.validate({ token, timestamp: now, window: 1 })
  return drift === null ? undefined : TOTP.counter({ period: SECONDS, timestamp: now }) + drift
}

/** A secret as a player types it into an authenticator app, and as the app reads it from the QR code. */
export function writeSecret(
  bytes: Buffer,
  issuer: string,
  account: string,
): { secret: string; url: string } {
  const totp = new TOTP({ ...FORM, issuer, label: account, secret: secretOf(bytes) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** The library takes a whole ArrayBuffer; a Buffer may be a part of one. */
function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
