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
import { type SigningKeys, signingKeys } from './signing-key.ts'

/** What a derived key is for. Keys of different purposes are independent. */
export type KeyPurpose =
  | 'refresh-token'
  | 'csrf'
  | 'seal'
  | 'email-code'
  | 'setup'
  | 'download'
  | 'passkey'

/** What a key is for that outlives generations: what it marked cannot be marked anew. */
export type LastingPurpose = 'recovery-code' | 'launcher-password'

export type Generation = Omit<KeyGeneration, 'sealedPrivate'> & {
  privateKey: KeyObject
  /** The 256-bit key of this generation for one purpose: HKDF of ENCRYPTION_KEY, salted by `kid`. */
  derived(purpose: KeyPurpose): Buffer
  /** Seals a secret for `row`. The result begins with `kid`, so that `KeyRing.unseal` finds the key. */
  seal(row: string, secret: Buffer): string
}

/** The ENCRYPTION_KEY in use is not the one this database was written with. */
export class WrongEncryptionKey extends Error {
  constructor() {
    super('ENCRYPTION_KEY does not fit this database: its keys were sealed with another one')
  }
}

const REREAD_AFTER = 5 * SECOND
const KID_BYTES = 6
/** The salt of lasting keys: no `kid` is so short. */
const LASTING = 'site'

/** `rsaBits` is for tests, which do not wait for a key of the usual size. */
type Needs = { db: Db; clock: Clock; random: Random; rsaBits?: number }

/**
 * The site's keys. Each generation has an Ed25519 key pair for access tokens, which is stored sealed,
 * and derived keys, which are not stored. New secrets use the newest generation; older generations
 * still open what they sealed until they are deleted.
 */
export class KeyRing {
  /** The key that signs what games are told (docs/contract.md#yggdrasil); `rotate` leaves it alone. */
  readonly yggdrasil: SigningKeys
  readonly #app: Needs
  readonly #encryptionKey: Buffer
  #generations: Generation[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  private constructor(app: Needs, encryptionKey: Buffer) {
    this.#app = app
    this.#encryptionKey = encryptionKey
    this.yggdrasil = signingKeys(app, 'yggdrasil', (kid) => derive(encryptionKey, kid, 'seal'))
  }

  /**
   * Opens the ring, making the first generation in an empty database.
   *
   * @param encryptionKey 32 bytes
   * @throws WrongEncryptionKey
   */
  static async open(app: Needs, encryptionKey: Buffer): Promise<KeyRing> {
    const ring = new KeyRing(app, encryptionKey)
    await ring.#reread()
    if (!ring.#generations.some(isInUse)) {
      await insertGeneration(app.db, newGeneration(app, encryptionKey))
      await ring.#reread()
    }
    return ring
  }

  async newest(): Promise<Generation> {
    const found = (await this.list()).find(isInUse)
    if (!found) throw new Error('the database holds no key in use')
    return found
  }

  /** Finds a generation by `kid`; reads the database again before it answers that there is none. */
  async find(kid: string): Promise<Generation | undefined> {
    const known = (await this.list()).find((generation) => generation.kid === kid)
    if (known) return known
    await this.#reading // it may have begun before this key was written
    await this.#reread()
    return this.#generations.find((generation) => generation.kid === kid)
  }

  async list(): Promise<Generation[]> {
    if (Math.abs(this.#app.clock.now() - this.#readAt) >= REREAD_AFTER) await this.#reread()
    return this.#generations
  }

  /** Adds a generation and retires the others; running instances follow within 5 s. */
  async rotate(): Promise<Generation> {
    const row = newGeneration(this.#app, this.#encryptionKey)
    await this.#app.db.transaction().execute(async (tx) => {
      await insertGeneration(tx, row)
      await retireGenerations(tx, row.kid, row.createdAt)
    })
    await this.#reread()
    return this.newest()
  }

  async unseal(row: string, sealed: string): Promise<Buffer> {
    const [kid = ''] = sealed.split('.', 1)
    const generation = await this.find(kid)
    if (!generation) throw new Error(`sealed with a key that is gone: ${kid}`)
    return unseal(generation.derived('seal'), row, sealed.slice(kid.length + 1))
  }

  /** A 256-bit key that lasts as long as ENCRYPTION_KEY; `rotate` leaves it alone. */
  lasting(purpose: LastingPurpose): Buffer {
    return derive(this.#encryptionKey, LASTING, purpose)
  }

  /** Calls that arrive during a reading share it. */
  #reread(): Promise<void> {
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
      (row) =>
        this.#generations.find(sameAs(row)) ?? openGeneration(random, this.#encryptionKey, row),
    )
    this.#readAt = now
  }
}

function isInUse({ retiredAt }: Generation): boolean {
  return retiredAt === null
}

function newGeneration({ clock, random }: Omit<Needs, 'db'>, encryptionKey: Buffer): KeyGeneration {
  const kid = random.bytes(KID_BYTES).toString('base64url')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
  return {
    kid,
    publicX: x,
    sealedPrivate: seal(derive(encryptionKey, kid, 'seal'), random, rowOf(kid), secret),
    createdAt: clock.now(),
    retiredAt: null,
  }
}

function openGeneration(random: Random, encryptionKey: Buffer, row: KeyGeneration): Generation {
  const { sealedPrivate, ...open } = row
  const keys = new Map<KeyPurpose, Buffer>()
  const derived = (purpose: KeyPurpose): Buffer => {
    const key = keys.get(purpose) ?? derive(encryptionKey, row.kid, purpose)
    keys.set(purpose, key)
    return key
  }
  return {
    ...open,
    privateKey: unsealPrivate(encryptionKey, row.kid, sealedPrivate),
    derived,
    seal: (name, secret) => `${row.kid}.${seal(derived('seal'), random, name, secret)}`,
  }
}

function unsealPrivate(encryptionKey: Buffer, kid: string, sealed: string): KeyObject {
  try {
    const key = unseal(derive(encryptionKey, kid, 'seal'), rowOf(kid), sealed)
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    throw new WrongEncryptionKey()
  }
}

function derive(encryptionKey: Buffer, salt: string, purpose: KeyPurpose | LastingPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, salt, `portal/${purpose}`, 32))
}

function rowOf(kid: string): string {
  return `key_generation:${kid}`
}

function sameAs(row: KeyGeneration): (generation: Generation) => boolean {
  return ({ kid, retiredAt }) => kid === row.kid && retiredAt === row.retiredAt
}
