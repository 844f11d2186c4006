import { availableParallelism } from 'node:os'
import type { App } from '../../app.ts'
import { wrapped } from '../../credentials/password-hash/imported-hash.ts'
import type { Progress } from '../progress.ts'
import { countWhere, type Entry, run, setStored, slicesOf, together } from './plan-store.ts'
import type { Scratch } from './staging-store.ts'

type Needs = Pick<App, 'passwords' | 'clock'>

/** As many as keep every core busy, and few enough for the queue of `passwords`. */
const AT_ONCE = availableParallelism() * 8

const WEAK = 'hash_digest is not null and stored is null'

/**
 * Makes the hashes of the plan ready to be stored, over all cores: strong ones stay as they are, weak
 * ones are wrapped in argon2id.
 */
export async function wrapHashes(app: Needs, scratch: Scratch, progress: Progress): Promise<void> {
  const strong = 'hash_head is not null and hash_digest is null and stored is null'
  run(scratch, `update entry set stored = hash_head where state = 'coming' and ${strong}`, [])
  const total = countWeak(scratch)
  let done = 0
  for (const slice of slicesOf(scratch, 'coming', WEAK)) {
    for (let first = 0; first < slice.length; first += AT_ONCE) {
      const group = slice.slice(first, first + AT_ONCE)
      const stored = await Promise.all(group.map((entry) => storedOf(app, entry)))
      together(scratch, () => {
        for (const [place, { seq }] of group.entries()) {
          setStored(scratch, seq, { stored: stored[place] ?? '' })
        }
      })
      done += group.length
      await progress('hashing', done, total)
    }
  }
}

/** How a row's password will be stored. @throws Error for a row without one. */
export function storedOf(
  { passwords }: Pick<App, 'passwords'>,
  { hashHead, hashDigest }: Entry,
): Promise<string> {
  if (hashHead === null) throw new Error('this row has no password')
  return wrapped({ text: hashHead, digest: hashDigest ?? undefined }, passwords.hash)
}

export function countWeak(scratch: Scratch): number {
  return countWhere(scratch, `state = 'coming' and ${WEAK}`)
}

/** Estimates by a few hashes how many seconds it will take to wrap all weak ones. */
export async function estimateSeconds(app: Needs, count: number): Promise<number> {
  if (count === 0) return 0
  const probes = Math.min(AT_ONCE, count)
  const began = app.clock.now()
  await Promise.all(Array.from({ length: probes }, () => app.passwords.hash('how long this takes')))
  return ((app.clock.now() - began) / 1000) * (count / probes)
}
