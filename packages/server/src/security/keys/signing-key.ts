import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../../database/database.ts'
import { memo } from '../../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { seal, unseal } from './secret-box.ts'
import {
  findSigningKey,
  insertSigningKey,
  replaceSigningKey,
  type StoredSigningKey,
} from './signing-key-store.ts'

/** An RSA key that signs for programs which keep its public half. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicPem: string }

/**
 * A key that all processes of the site share. It is made at its first use, away from the main thread, and
 * stays until somebody replaces it, because whoever has its public half keeps that.
 */
export type SigningKeys = {
  /** Undefined until the key is made. Another process's replacement is seen within 5 s. */
  find(): Promise<SigningKey | undefined>
  /** Makes the key if nobody has; calls meanwhile share it. */
  ensure(): Promise<void>
  /** Replaces the key, or makes the first one. */
  rotate(): Promise<SigningKey>
  /** What is being made is thrown away. */
  stop(): void
}

export const RSA_BITS = 4096

const REREAD_AFTER = 5 * SECOND
const KID_BYTES = 6

type Needs = { db: Db; clock: Clock; random: Random; rsaBits?: number }

/** @param sealKeyOf the key that seals what belongs to a `kid`. */
export function signingKeys(
  { db, clock, random, rsaBits = RSA_BITS }: Needs,
  name: string,
  sealKeyOf: (kid: string) => Buffer,
): SigningKeys {
  let making: Promise<void> | undefined
  let hasStopped = false
  let opened: SigningKey | undefined
  const present = memo(clock, REREAD_AFTER, async () => {
    const stored = await findSigningKey(db, name)
    if (stored?.kid !== opened?.kid) opened = stored && open(stored)
    return opened
  })

  const find = async (): Promise<SigningKey | undefined> => {
    const key = await present.read()
    if (!key) present.forget() // so that the first one is seen at once
    return key
  }

  const make = async (): Promise<StoredSigningKey> => {
    const kid = random.bytes(KID_BYTES).toString('base64url')
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: rsaBits })
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
    const sealedPrivate = seal(sealKeyOf(kid), random, rowOf(kid), secret)
    return { name, kid, sealedPrivate, createdAt: clock.now() }
  }

  const open = ({ kid, sealedPrivate }: StoredSigningKey): SigningKey => {
    const key = unseal(sealKeyOf(kid), rowOf(kid), sealedPrivate)
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    const publicPem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })
    return { kid, privateKey, publicPem: publicPem.toString() }
  }

  const makeFirst = async (): Promise<void> => {
    if (await find()) return
    const made = await make()
    if (hasStopped) return
    await insertSigningKey(db, made)
    present.forget()
  }

  return {
    find,
    ensure() {
      making ??= makeFirst().finally(() => {
        making = undefined
      })
      return making
    },
    async rotate() {
      const made = await make()
      await replaceSigningKey(db, made)
      present.forget()
      return open(made)
    },
    stop() {
      hasStopped = true
    },
  }
}

function rowOf(kid: string): string {
  return `signing_key:${kid}`
}
