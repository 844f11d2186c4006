import { SECOND } from '../../platform/clock.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'

/** Every process lists a new key within 5 s. */
const PUBLISHED_AFTER = 10 * SECOND

/** Sorts keys so that the one that signs is the first: the newest that all processes have published. */
export function signerFirst(keys: readonly SigningKey[], now: number): SigningKey[] {
  const newestFirst = keys.toSorted((a, b) => b.createdAt - a.createdAt)
  const published = newestFirst.filter(({ createdAt }) => createdAt <= now - PUBLISHED_AFTER)
  const signer = published[0] ?? newestFirst.at(-1)
  return signer ? [signer, ...newestFirst.filter((key) => key !== signer)] : []
}
