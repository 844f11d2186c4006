import { availableParallelism } from 'node:os'
import type { App } from '../../app.ts'
import { wrapHash } from '../../credentials/password-hash/imported-hash.ts'
import type { ReportProgress } from '../progress.ts'
import {
  countWhere,
  type Entry,
  inTransaction,
  run,
  setStored,
  streamEntries,
} from './plan-store.ts'
import type { StagingDatabase } from './staging-store.ts'

type Deps = Pick<App, 'passwords' | 'clock'>

/** Large enough to keep every core busy, and small enough for the queue of `passwords`. */
const BATCH_SIZE = availableParallelism() * 8

const WEAK = 'hash_digest is not null and stored is null'

/** Prepares the password hashes to store, on all cores. Strong hashes are kept, weak ones are wrapped in argon2id. */
export async function wrapHashes(
  app: Deps,
  staging: StagingDatabase,
  progress: ReportProgress,
): Promise<void> {
  const strong = 'hash_head is not null and hash_digest is null and stored is null'
  run(staging, `update entry set stored = hash_head where state = 'coming' and ${strong}`, [])
  const total = countWeak(staging)
  let done = 0
  for (const batch of streamEntries(staging, 'coming', WEAK)) {
    for (let first = 0; first < batch.length; first += BATCH_SIZE) {
      const group = batch.slice(first, first + BATCH_SIZE)
      const stored = await Promise.all(group.map((entry) => storedHashOf(app, entry)))
      inTransaction(staging, () => {
        for (const [index, { seq }] of group.entries()) {
          setStored(staging, seq, { stored: stored[index] ?? '' })
        }
      })
      done += group.length
      await progress('hashing', done, total)
    }
  }
}

/**
 * Returns the password hash to store for a row.
 * @throws Error for a row without a password
 */
export function storedHashOf(
  { passwords }: Pick<App, 'passwords'>,
  { hashHead, hashDigest }: Entry,
): Promise<string> {
  if (hashHead === null) throw new Error('this row has no password')
  return wrapHash({ text: hashHead, digest: hashDigest ?? undefined }, passwords.hash)
}

export function countWeak(staging: StagingDatabase): number {
  return countWhere(staging, `state = 'coming' and ${WEAK}`)
}

/** Estimates how many seconds it takes to wrap `count` weak hashes, by wrapping a few. */
export async function estimateSeconds(app: Deps, count: number): Promise<number> {
  if (count === 0) return 0
  const probes = Math.min(BATCH_SIZE, count)
  const began = app.clock.now()
  await Promise.all(Array.from({ length: probes }, () => app.passwords.hash('how long this takes')))
  return ((app.clock.now() - began) / 1000) * (count / probes)
}
