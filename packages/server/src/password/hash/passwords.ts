import { hash, type Options, verify } from '@node-rs/argon2'
import { type Load, turnstile } from '../../platform/limits/turnstile.ts'
import { newToken, type Random } from '../../platform/random.ts'
import { verifyLegacy } from './legacy-hash.ts'

/** argon2id (the library's default algorithm), 19 MiB, two passes (security, Secrets at rest). */
export const ARGON2 = { memoryCost: 19456, timeCost: 2, parallelism: 1 } as const satisfies Options

const QUEUE_PER_WORKER = 64

export type Passwords = {
  hash(password: string): Promise<string>
  /** `stored` undefined: verifies against a hash nobody has, which takes as long. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether a hash was made otherwise than today: it is renewed when its password is known. */
  isOutdated(stored: string): boolean
  /** What hashes at this moment, and what waits for its turn. */
  load(): Load
}

/**
 * Hashes with as many workers as cores. Calls beyond a bounded queue are refused at once, so that a
 * storm of sign-ins slows down nothing else.
 *
 * @throws Refusal `overloaded` from `hash` and `verify`.
 */
export async function argon2Passwords(random: Random, workers: number): Promise<Passwords> {
  const inTurn = turnstile(workers, workers * QUEUE_PER_WORKER)
  const nobody = await hash(newToken(random), ARGON2)
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2)),
    verify: (stored = nobody, password) =>
      inTurn(() =>
        stored.startsWith('$argon2') ? verify(stored, password) : verifyLegacy(stored, password),
      ),
    isOutdated: (stored) => !stored.startsWith(`${parameters(nobody)}$`),
    load: inTurn.load,
  }
}

/** `$argon2id$v=19$m=19456,t=2,p=1` of a whole hash. */
function parameters(stored: string): string {
  return stored.split('$').slice(0, 4).join('$')
}
