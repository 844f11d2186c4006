import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../../database/database.ts'
import { ttlCache } from '../../platform/cache/ttl-cache.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { seal, unseal } from './secret-box.ts'
import {
  deleteSigningKey,
  insertSigningKey,
  listSigningKeys,
  retireSigningKey,
  type StoredSigningKey,
} from './signing-key-store.ts'

export type SigningKey = {
  kid: string
  privateKey: KeyObject
  publicPem: string
  createdAt: number
}

/**
 * The current signing key for one purpose, shared by all processes, and its predecessors. It is replaced only on
 * request, because programs store its public key.
 */
export type SigningKeys = {
  /** Returns the key; undefined until it exists. A replacement by another process is visible within 5 s. */
  find(): Promise<SigningKey | undefined>
  list(): Promise<readonly SigningKey[]>
  /** Creates the key if there is none. Concurrent calls share the work. */
  ensure(): Promise<void>
  /** Replaces the key. Concurrent calls may return the same new key. */
  rotate(): Promise<SigningKey>
  stop(): void
}

export const RSA_BITS = 4096

/**
 * The size of the RSA key for OpenID Connect. It is smaller than the key that signs for games, because ID tokens should
 * be small and are verified often (RFC 7518, 3.3 requires at least 2048 bits).
 */
export const OPENID_RSA_BITS = 3072
const MIN_OPENID_RSA_BITS = 2048

/** How long a replaced key for OpenID Connect is kept. ID tokens are valid for an hour, so this is longer. */
export const OPENID_KEY_KEPT = HOUR + MINUTE

const REFRESH_INTERVAL = 5 * SECOND
const KID_BYTES = 6

type Deps = { db: Db; clock: Clock; random: Random }

type Kind = {
  /** The size of the RSA key in bits; undefined for an Ed25519 key. */
  rsaBits?: number
  /** How long a replaced key is kept, in milliseconds; undefined: it is deleted. */
  keptFor?: number
  sealKeyOf: (kid: string) => Buffer
}

export function signingKeys(
  { db, clock, random }: Deps,
  name: string,
  { rsaBits, keptFor = 0, sealKeyOf }: Kind,
): SigningKeys {
  let making: Promise<void> | undefined
  let hasStopped = false
  let opened: readonly SigningKey[] = []
  const present = ttlCache(clock, REFRESH_INTERVAL, async (now) => {
    const stored = await listSigningKeys(db, { name, retiredAfter: now - keptFor })
    opened = stored.map((key) => opened.find(({ kid }) => kid === key.kid) ?? open(key))
    return opened
  })

  const list = async (): Promise<readonly SigningKey[]> => {
    const keys = await present.read()
    if (keys.length === 0) present.invalidate() // makes the first key visible immediately
    return keys
  }
  const find = async (): Promise<SigningKey | undefined> => (await list())[0]

  const make = async (): Promise<StoredSigningKey> => {
    const kid = random.bytes(KID_BYTES).toString('base64url')
    const { privateKey } = rsaBits
      ? await promisify(generateKeyPair)('rsa', { modulusLength: rsaBits })
      : await promisify(generateKeyPair)('ed25519')
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
    const sealedPrivate = seal(sealKeyOf(kid), random, sealContext(kid), secret)
    return { name, kid, sealedPrivate, createdAt: clock.now() }
  }

  const open = ({ kid, sealedPrivate, createdAt }: StoredSigningKey): SigningKey => {
    const key = unseal(sealKeyOf(kid), sealContext(kid), sealedPrivate)
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    const publicPem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })
    return { kid, privateKey, publicPem: publicPem.toString(), createdAt }
  }

  const createFirst = async (): Promise<void> => {
    if (await find()) return
    const made = await make()
    if (hasStopped) return
    await insertSigningKey(db, made)
    present.invalidate()
  }

  return {
    find,
    list,
    ensure() {
      making ??= createFirst().finally(() => {
        making = undefined
      })
      return making
    },
    async rotate() {
      const made = await make()
      await db.transaction().execute(async (tx) => {
        if (keptFor > 0) await retireSigningKey(tx, { name, now: made.createdAt })
        else await deleteSigningKey(tx, name)
        await insertSigningKey(tx, made)
      })
      present.invalidate()
      return (await find()) ?? open(made)
    },
    stop() {
      hasStopped = true
    },
  }
}

/**
 * Returns the size of the RSA key for OpenID Connect.
 * @param rsaBits a smaller size, set by tests
 */
export function openidRsaBits(rsaBits: number | undefined): number {
  return rsaBits ? Math.max(rsaBits, MIN_OPENID_RSA_BITS) : OPENID_RSA_BITS
}

function sealContext(kid: string): string {
  return `signing_key:${kid}`
}
