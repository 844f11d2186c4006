import type { ImportRun } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import {
  claimLease,
  type FoundLease,
  findLease,
  releaseLease,
  renewLease,
  replaceLease,
} from '../../database/lease-store.ts'
import { ALIVE, type Run } from './run.ts'

/** A run is the state of this lease, and its id is the holder. */
const LEASE = 'import'

export type Progress = ImportRun['progress']

/** A run, and the lease as one statement tells whether it is still so. */
export type FoundRun = { run: Run; lease: FoundLease; progress: Progress }

export async function findRun(db: Db): Promise<FoundRun | undefined> {
  const lease = await findLease(db, LEASE)
  if (!lease) return undefined
  // Only this file writes the two texts.
  const progress = lease.progress === null ? null : JSON.parse(lease.progress)
  return { run: JSON.parse(lease.state), lease, progress }
}

/**
 * Puts a run in the place of the one that was found, or of none. One statement decides, so of any number
 * of servers that saw the same, one goes on. Another run begins with a lease of its own.
 *
 * @returns whether it was still so.
 */
export async function replaceRun(
  db: Db,
  found: FoundRun | undefined,
  next: Run | undefined,
  now: number,
): Promise<boolean> {
  if (!next) {
    return !found || releaseLease(db, { name: LEASE, ...found.lease })
  }
  const state = JSON.stringify(next)
  const own = { holder: next.id, expiresAt: now + ALIVE, state }
  if (!found) return claimLease(db, { name: LEASE, now, ...own })
  const { expiresAt, progress } = found.lease
  const isSame = next.id === found.run.id
  const lease = isSame ? { ...own, expiresAt, progress } : { ...own, progress: null }
  return replaceLease(db, { name: LEASE, found: found.lease }, lease)
}

/** Says that the holder of a run lives, and how far it is. @returns false when the run has ended. */
export function renewRun(
  db: Db,
  { id, now, progress }: { id: string; now: number; progress: Progress },
): Promise<boolean> {
  const expiresAt = now + ALIVE
  const text = progress && JSON.stringify(progress)
  return renewLease(db, { name: LEASE, holder: id, expiresAt, progress: text })
}
