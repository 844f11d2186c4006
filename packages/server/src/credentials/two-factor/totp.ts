import { Secret, TOTP } from 'otpauth'

/** 160 bits, as recommended by RFC 4226, section 4. */
export const SECRET_BYTES = 20

const PERIOD_SECONDS = 30

/** The parameters of RFC 6238 that every authenticator app supports. */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

/**
 * Returns the time step to which a code belongs, with one step of clock drift in either direction; undefined for a
 * wrong code. Ignores spaces, because apps display `123 456`.
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const token = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...TOTP_PARAMETERS, secret: secretOf(secret) })
  const drift = totp.validate({ token, timestamp: now, window: 1 })
  return drift === null
    ? undefined
    : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + drift
}

export function codeAt(secret: Buffer, now: number): string {
  return new TOTP({ ...TOTP_PARAMETERS, secret: secretOf(secret) }).generate({ timestamp: now })
}

export function writeSecret(
  bytes: Buffer,
  issuer: string,
  account: string,
): { secret: string; url: string } {
  const totp = new TOTP({ ...TOTP_PARAMETERS, issuer, label: account, secret: secretOf(bytes) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

export function readSecret(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32.replace(/[ =]/g, '').toUpperCase()).bytes)
}

/**
 * Converts bytes for the library. Copies them, because the library takes a whole ArrayBuffer, of which a Buffer may be
 * only a part.
 */
function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
