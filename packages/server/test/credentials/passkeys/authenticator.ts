import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Deviations of a malicious or faulty authenticator. */
export type Twist = {
  origin?: string
  host?: string
  /** Whether the authenticator has verified its user (default true). */
  recognised?: boolean
  challenge?: string
  userHandle?: string
  type?: string
  /** Whether the authenticator signs with another key than that of its passkey. */
  strange?: boolean
}

type Options = { challenge: string; rp?: { id?: string }; user?: { id: string }; rpId?: string }

/**
 * Makes an authenticator with one passkey for `origin` (Web Authentication level 3): a P-256 key without attestation.
 *
 * @param counts whether the authenticator counts its signatures: security keys do, synced passkeys do not
 */
export function newAuthenticator({ origin = 'http://localhost:8080', counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { privateKey: strangeKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, { challenge }: Options, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authData = (host: string, { recognised = true }: Twist, more: Buffer) => {
    counter += counts ? 1 : 0
    const flags = 0x01 | (recognised ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(host)), Buffer.from([flags]), count, more])
  }

  return {
    id,
    /** Sets the counter back, to imitate a copied authenticator. */
    rewind(to: number) {
      counter = to
    },

    /** Responds to `navigator.credentials.create()`. */
    make(options: Options, twist: Twist = {}) {
      userHandle = options.user?.id ?? ''
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(jwk.x ?? '', 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(jwk.y ?? '', 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credentialId, cose])
      const data = authData(twist.host ?? options.rp?.id ?? '', twist, attested)
      const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        length,
        data,
      ])
      const clientDataJSON = clientData('webauthn.create', options, twist)
      return {
        id,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** Responds to `navigator.credentials.get()`. */
    sign(options: Options, twist: Twist = {}) {
      const data = authData(twist.host ?? options.rpId ?? '', twist, Buffer.alloc(0))
      const clientDataJSON = clientData('webauthn.get', options, twist)
      const signed = Buffer.concat([data, sha256(clientDataJSON)])
      return {
        id,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, twist.strange ? strangeKey : privateKey).toString(
            'base64url',
          ),
          userHandle: twist.userHandle ?? userHandle,
        },
      }
    },
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Encodes a text of less than 24 characters in CBOR (RFC 8949, 3). */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
