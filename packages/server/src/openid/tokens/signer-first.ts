import { SECOND } from '../../platform/clock.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'

/**
 * How old a new key must be before it signs. Processes read keys every 5 s, so by then every process publishes the key.
 */
const PUBLISHED_AFTER = 10 * SECOND

/** Sorts keys. The first is the one that signs: the newest key that all processes publish. */
export function signerFirst(keys: readonly SigningKey[], now: number): SigningKey[] {
  const newestFirst = keys.toSorted((a, b) => b.createdAt - a.createdAt)
  const published = newestFirst.filter(({ createdAt }) => createdAt <= now - PUBLISHED_AFTER)
  const signer = published[0] ?? newestFirst.at(-1)
  return signer ? [signer, ...newestFirst.filter((key) => key !== signer)] : []
}
