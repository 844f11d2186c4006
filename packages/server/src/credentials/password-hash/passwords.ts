import { hash, type Options, verify } from '@node-rs/argon2'
import { concurrencyLimiter, type Load } from '../../platform/concurrency-limiter.ts'
import { newToken, type Random } from '../../platform/random.ts'
import { verifyLegacy } from './imported-hash.ts'

export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

/** argon2id (the library's default algorithm) with 19 MiB and two passes. */
export const ARGON2: HashCost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const QUEUE_PER_WORKER = 64

export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether a password matches a hash. Without `stored`, takes as long as with a hash and returns false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  unusableHash: string
  /** Whether a hash was made with other parameters than the current ones. The caller renews it at the next sign-in. */
  isOutdated(stored: string): boolean
  load(): Load
}

/**
 * Makes the functions that hash and verify passwords. Their queue is bounded, so that a burst of sign-ins does not slow
 * down other requests.
 * @throws Refusal `overloaded` from `hash` and `verify` while the queue is full
 */
export async function argon2Passwords(
  random: Random,
  workers: number,
  cost = ARGON2,
): Promise<Passwords> {
  const limit = concurrencyLimiter(workers, workers * QUEUE_PER_WORKER)
  const dummyHash = await hash(newToken(random), cost)
  return {
    hash: (password) => limit(() => hash(password, cost)),
    verify: (stored = dummyHash, password) =>
      limit(() =>
        stored.startsWith('$argon2') ? verify(stored, password) : verifyLegacy(stored, password),
      ),
    unusableHash: dummyHash,
    isOutdated: (stored) => !stored.startsWith(`${parameters(dummyHash)}$`),
    load: limit.load,
  }
}

/** Returns the part of a hash with the parameters: `$argon2id$v=19$m=19456,t=2,p=1`. */
function parameters(stored: string): string {
  return stored.split('$').slice(0, 4).join('$')
}
