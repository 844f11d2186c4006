import { createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { PlayerCertificate } from '@portal/contract'
import type { App } from '../../app.ts'
import { HOUR, isoInstant } from '../../platform/clock.ts'
import { concurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { undashedId } from './game-token.ts'

/** How long a key pair is valid, and at which age games request another one. */
const CERTIFICATE_TTL = 48 * HOUR
const REFRESH_AFTER = 36 * HOUR

const BITS = 2048
const POOL_SIZE = 2
const MAX_QUEUED = 64
const PEM_LINE_LENGTH = 76

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject }

/** A pool of key pairs. Each pair is given to one player, and is not stored. */
export type KeyPairPool = { take(): Promise<KeyPair> }

/**
 * Makes a pool that generates key pairs off the main thread, one at a time. After the first request, it keeps two pairs
 * ready, so that a starting game rarely waits.
 * @throws Refusal `overloaded`, from `take`, if the queue is full
 */
export function keyPairPool(): KeyPairPool {
  const make = promisify(generateKeyPair)
  const runLimited = concurrencyLimiter(1, MAX_QUEUED)
  const makeOne = () => runLimited(() => make('rsa', { modulusLength: BITS }))
  const pool: KeyPair[] = []
  let isFilling = false

  const fill = async (): Promise<void> => {
    if (isFilling) return
    isFilling = true
    try {
      while (pool.length < POOL_SIZE) pool.push(await makeOne())
    } catch {
      // if the queue is full, the next call refills the pool
    } finally {
      isFilling = false
    }
  }

  return {
    async take() {
      const pair = pool.shift() ?? (await makeOne())
      void fill()
      return pair
    },
  }
}

const signOf = promisify(sign)

/** Signs a player's key pair, in the format of game version 1.19 and in the format of later versions. */
export async function signCertificate(
  { clock }: Pick<App, 'clock'>,
  { privateKey, publicKey }: KeyPair,
  playerId: string,
  key: SigningKey,
): Promise<PlayerCertificate> {
  const now = clock.now()
  const expiresAt = now + CERTIFICATE_TTL
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const pem = toPem('RSA PUBLIC KEY', der)
  const id = Buffer.from(undashedId(playerId), 'hex')
  const expiry = Buffer.alloc(8)
  expiry.writeBigInt64BE(BigInt(expiresAt))
  const signed = async (data: Buffer) =>
    (await signOf('sha1', data, key.privateKey)).toString('base64')
  return {
    keyPair: {
      privateKey: toPem('RSA PRIVATE KEY', privateKey.export({ format: 'der', type: 'pkcs8' })),
      publicKey: pem,
    },
    publicKeySignature: await signed(Buffer.from(`${expiresAt}${pem}`)),
    publicKeySignatureV2: await signed(Buffer.concat([id, expiry, der])),
    expiresAt: isoInstant(expiresAt),
    refreshedAfter: isoInstant(now + REFRESH_AFTER),
  }
}

/** Encodes a key as the game expects it. The labels differ from those of RFC 7468. */
function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(new RegExp(`.{1,${PEM_LINE_LENGTH}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

export function publicKeysOf({ publicPem }: SigningKey) {
  const der = createPublicKey(publicPem).export({ format: 'der', type: 'spki' })
  const keys = [{ publicKey: der.toString('base64') }]
  return { profilePropertyKeys: keys, playerCertificateKeys: keys }
}
