import { createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto'
import type { Db } from '../../database/database.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import {
  insertGeneration,
  type KeyGeneration,
  listGenerations,
  retireGenerations,
} from './key-store.ts'
import { seal, unseal } from './secret-box.ts'
import {
  OPENID_KEY_KEPT,
  openidRsaBits,
  RSA_BITS,
  type SigningKeys,
  signingKeys,
} from './signing-key.ts'

export type KeyPurpose =
  | 'refresh-token'
  | 'csrf'
  | 'seal'
  | 'email-code'
  | 'setup'
  | 'download'
  | 'passkey'

/**
 * The purposes of keys that stay the same when generations are rotated, because hashes made with them cannot be
 * computed again.
 */
export type PersistentPurpose = 'recovery-code' | 'launcher-password'

export type Generation = Omit<KeyGeneration, 'sealedPrivate'> & {
  privateKey: KeyObject
  /**
   * Returns the 256-bit key of this generation for a purpose, derived from ENCRYPTION_KEY by HKDF with `kid` as salt.
   */
  derived(purpose: KeyPurpose): Buffer
  /**
   * Encrypts a secret for a row (see `seal`). The result begins with `kid`, by which `KeyRing.unseal` finds the key.
   */
  seal(context: string, secret: Buffer): string
}

export class WrongEncryptionKey extends Error {
  constructor() {
    super('ENCRYPTION_KEY does not fit this database: its keys were sealed with another one')
  }
}

const REFRESH_INTERVAL = 5 * SECOND
const KID_BYTES = 6
/** The salt of keys that are not rotated. It is shorter than every `kid`, so it cannot equal one. */
const PERSISTENT_PURPOSES = 'site'

type Deps = { db: Db; clock: Clock; random: Random; rsaBits?: number }

/**
 * The generations of keys. A generation is an encrypted Ed25519 key pair and keys derived from ENCRYPTION_KEY. The
 * newest generation encrypts; older ones only decrypt.
 */
export class KeyRing {
  /** The keys that sign for games (docs/launcher-protocols.md#yggdrasil). `rotate` does not replace them. */
  readonly yggdrasil: SigningKeys
  /** The keys that sign for OpenID Connect clients (docs/openid.md). `rotate` does not replace them. */
  readonly openid: { readonly rsa: SigningKeys; readonly ed25519: SigningKeys }
  readonly #app: Deps
  readonly #encryptionKey: Buffer
  #generations: Generation[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  private constructor(app: Deps, encryptionKey: Buffer) {
    this.#app = app
    this.#encryptionKey = encryptionKey
    const sealKeyOf = (kid: string): Buffer => derive(encryptionKey, kid, 'seal')
    this.yggdrasil = signingKeys(app, 'yggdrasil', { rsaBits: app.rsaBits ?? RSA_BITS, sealKeyOf })
    this.openid = {
      rsa: signingKeys(app, 'openid-rsa', {
        rsaBits: openidRsaBits(app.rsaBits),
        keptFor: OPENID_KEY_KEPT,
        sealKeyOf,
      }),
      ed25519: signingKeys(app, 'openid-ed25519', { keptFor: OPENID_KEY_KEPT, sealKeyOf }),
    }
  }

  /**
   * Opens the keys of a database. Creates the first generation in an empty database.
   * @param encryptionKey 32 bytes
   * @throws WrongEncryptionKey
   */
  static async open(app: Deps, encryptionKey: Buffer): Promise<KeyRing> {
    const ring = new KeyRing(app, encryptionKey)
    await ring.#refresh()
    if (!ring.#generations.some(isInUse)) {
      await insertGeneration(app.db, newGeneration(app, encryptionKey))
      await ring.#refresh()
    }
    return ring
  }

  /** Stops the creation of keys and discards those that are being created. */
  stop(): void {
    this.yggdrasil.stop()
    this.openid.rsa.stop()
    this.openid.ed25519.stop()
  }

  async newest(): Promise<Generation> {
    const found = (await this.list()).find(isInUse)
    if (!found) throw new Error('the database has no key in use')
    return found
  }

  /** Finds a generation by its `kid`. If it is unknown, reads the database again before returning undefined. */
  async find(kid: string): Promise<Generation | undefined> {
    const known = (await this.list()).find((generation) => generation.kid === kid)
    if (known) return known
    await this.#readAgain()
    return this.#generations.find((generation) => generation.kid === kid)
  }

  async list(): Promise<Generation[]> {
    if (Math.abs(this.#app.clock.now() - this.#readAt) >= REFRESH_INTERVAL) await this.#refresh()
    return this.#generations
  }

  /** Adds a generation and retires the others. Other running instances use it within 5 s. */
  async rotate(): Promise<Generation> {
    const context = newGeneration(this.#app, this.#encryptionKey)
    await this.#app.db.transaction().execute(async (tx) => {
      await insertGeneration(tx, context)
      await retireGenerations(tx, context.kid, context.createdAt)
    })
    await this.#readAgain()
    return this.newest()
  }

  async unseal(context: string, sealed: string): Promise<Buffer> {
    const [kid = ''] = sealed.split('.', 1)
    const generation = await this.find(kid)
    if (!generation) throw new Error(`sealed with a deleted key: ${kid}`)
    return unseal(generation.derived('seal'), context, sealed.slice(kid.length + 1))
  }

  /** Returns a 256-bit key that stays the same as long as ENCRYPTION_KEY; `rotate` does not replace it. */
  persistentKey(purpose: PersistentPurpose): Buffer {
    return derive(this.#encryptionKey, PERSISTENT_PURPOSES, purpose)
  }

  /** Waits for a running read, which may have missed newer keys, and then reads the keys again. */
  async #readAgain(): Promise<void> {
    await this.#reading?.catch(() => undefined)
    await this.#refresh()
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    const { clock, db, random } = this.#app
    const now = clock.now()
    const rows = await listGenerations(db)
    this.#generations = rows.map(
      (context) =>
        this.#generations.find(sameAs(context)) ??
        openGeneration(random, this.#encryptionKey, context),
    )
    this.#readAt = now
  }
}

function isInUse({ retiredAt }: Generation): boolean {
  return retiredAt === null
}

function newGeneration({ clock, random }: Omit<Deps, 'db'>, encryptionKey: Buffer): KeyGeneration {
  const kid = random.bytes(KID_BYTES).toString('base64url')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
  return {
    kid,
    publicX: x,
    sealedPrivate: seal(derive(encryptionKey, kid, 'seal'), random, sealContext(kid), secret),
    createdAt: clock.now(),
    retiredAt: null,
  }
}

function openGeneration(random: Random, encryptionKey: Buffer, context: KeyGeneration): Generation {
  const { sealedPrivate, ...open } = context
  const keys = new Map<KeyPurpose, Buffer>()
  const derived = (purpose: KeyPurpose): Buffer => {
    const key = keys.get(purpose) ?? derive(encryptionKey, context.kid, purpose)
    keys.set(purpose, key)
    return key
  }
  return {
    ...open,
    privateKey: unsealPrivate(encryptionKey, context.kid, sealedPrivate),
    derived,
    seal: (name, secret) => `${context.kid}.${seal(derived('seal'), random, name, secret)}`,
  }
}

function unsealPrivate(encryptionKey: Buffer, kid: string, sealed: string): KeyObject {
  try {
    const key = unseal(derive(encryptionKey, kid, 'seal'), sealContext(kid), sealed)
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    throw new WrongEncryptionKey()
  }
}

function derive(
  encryptionKey: Buffer,
  salt: string,
  purpose: KeyPurpose | PersistentPurpose,
): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, salt, `portal/${purpose}`, 32))
}

function sealContext(kid: string): string {
  return `key_generation:${kid}`
}

function sameAs(context: KeyGeneration): (generation: Generation) => boolean {
  return ({ kid, retiredAt }) => kid === context.kid && retiredAt === context.retiredAt
}
