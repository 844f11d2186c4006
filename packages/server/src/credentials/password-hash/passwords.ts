import { hash, type Options, verify } from '@node-rs/argon2'
import { type Load, turnstile } from '../../platform/concurrency-limiter.ts'
import { newToken, type Random } from '../../platform/random.ts'
import { verifyLegacy } from './imported-hash.ts'

/** What a hash costs: memory in KiB, passes over it, lanes. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

/** argon2id (the library's default algorithm) with 19 MiB and two passes. */
export const ARGON2: HashCost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const QUEUE_PER_WORKER = 64

export type Passwords = {
  hash(password: string): Promise<string>
  /** When `stored` is undefined it verifies against a hash nobody has, which takes just as long. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** A hash that no password opens: nobody knows what it was made of. */
  unknowable: string
  /** Tells whether a hash is not made as today's are; it is renewed once its password is known. */
  isOutdated(stored: string): boolean
  /** Counts the hashes being computed now and those waiting for their turn. */
  load(): Load
}

/**
 * Hashes passwords with `workers` workers. When the bounded queue is full, further calls are
 * refused at once, so that a storm of sign-ins slows nothing else down.
 *
 * @throws Refusal `overloaded` from `hash` and `verify`.
 */
export async function argon2Passwords(
  random: Random,
  workers: number,
  cost = ARGON2,
): Promise<Passwords> {
  const inTurn = turnstile(workers, workers * QUEUE_PER_WORKER)
  const nobody = await hash(newToken(random), cost)
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (stored = nobody, password) =>
      inTurn(() =>
        stored.startsWith('$argon2') ? verify(stored, password) : verifyLegacy(stored, password),
      ),
    unknowable: nobody,
    isOutdated: (stored) => !stored.startsWith(`${parameters(nobody)}$`),
    load: inTurn.load,
  }
}

/** Returns the part of a hash that names its parameters: `$argon2id$v=19$m=19456,t=2,p=1`. */
function parameters(stored: string): string {
  return stored.split('$').slice(0, 4).join('$')
}
