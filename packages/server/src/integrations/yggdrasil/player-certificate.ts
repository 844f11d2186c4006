import { createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { PlayerCertificate } from '@portal/contract'
import type { App } from '../../app.ts'
import { HOUR, isoInstant } from '../../platform/clock.ts'
import { turnstile } from '../../platform/concurrency-limiter.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { bareId } from './game-token.ts'

/** How long a pair is good, and after which part of that games ask for another. */
const TTL = 48 * HOUR
const FRESH = 36 * HOUR

const BITS = 2048
const IN_STOCK = 2
const WAITING = 64
const LINE = 76

type Pair = { privateKey: KeyObject; publicKey: KeyObject }

/** Gives pairs to players; none is kept once it was given. */
export type PlayerPairs = { take(): Promise<Pair> }

/**
 * Makes pairs away from the main thread, one at a time, and keeps two ready once somebody has asked, so that
 * a game that starts seldom waits.
 *
 * @throws Refusal `overloaded`, from `take`, when too many wait.
 */
export function playerPairs(): PlayerPairs {
  const make = promisify(generateKeyPair)
  const inTurn = turnstile(1, WAITING)
  const makeOne = () => inTurn(() => make('rsa', { modulusLength: BITS }))
  const stock: Pair[] = []
  let isFilling = false

  const fill = async (): Promise<void> => {
    if (isFilling) return
    isFilling = true
    try {
      while (stock.length < IN_STOCK) stock.push(await makeOne())
    } catch {
      // Too many wait for a pair of their own: the next call fills the stock.
    } finally {
      isFilling = false
    }
  }

  return {
    async take() {
      const pair = stock.shift() ?? (await makeOne())
      void fill()
      return pair
    },
  }
}

const signOf = promisify(sign)

/** Signs a new pair for a player, in the form for games of 1.19 and in that for those since 1.19.1. */
export async function certify(
  { clock }: Pick<App, 'clock'>,
  { privateKey, publicKey }: Pair,
  playerId: string,
  key: SigningKey,
): Promise<PlayerCertificate> {
  const now = clock.now()
  const expiresAt = now + TTL
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const pem = toPem('RSA PUBLIC KEY', der)
  const id = Buffer.from(bareId(playerId), 'hex')
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
    refreshedAfter: isoInstant(now + FRESH),
  }
}

/** Writes a key as the game reads it, whose names for the two forms are not those of RFC 7468. */
function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** The public half of the site's key, as games ask for it. */
export function publicKeysOf({ publicPem }: SigningKey) {
  const der = createPublicKey(publicPem).export({ format: 'der', type: 'spki' })
  const keys = [{ publicKey: der.toString('base64') }]
  return { profilePropertyKeys: keys, playerCertificateKeys: keys }
}
