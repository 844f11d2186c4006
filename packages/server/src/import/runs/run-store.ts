import type { ImportRun } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import {
  type CurrentLease,
  claimLease,
  findLease,
  releaseLease,
  renewLease,
  replaceLease,
} from '../../database/lease-store.ts'
import { HEARTBEAT_TTL, type Run } from './run.ts'

/** The name of the lease. The run is stored as its state, and the run's ID as its holder. */
const LEASE = 'import'

export type Progress = ImportRun['progress']

/** `lease` is the stored state; `replaceRun` succeeds only if it has not changed since. */
export type FoundRun = { run: Run; lease: CurrentLease; progress: Progress }

export async function findRun(db: Db): Promise<FoundRun | undefined> {
  const lease = await findLease(db, LEASE)
  if (!lease) return undefined
  // only this file writes these texts
  const progress = lease.progress === null ? null : JSON.parse(lease.progress)
  return { run: JSON.parse(lease.state), lease, progress }
}

/**
 * Stores the next state of the run that was found; without a found run, starts a new one. `next` undefined ends the
 * run. One statement decides between servers that found the same state.
 * @returns whether the state was unchanged, so that `next` was stored
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
  const ownLease = { holder: next.id, expiresAt: now + HEARTBEAT_TTL, state }
  if (!found) return claimLease(db, { name: LEASE, now, ...ownLease })
  const { expiresAt, progress } = found.lease
  const isSame = next.id === found.run.id
  const lease = isSame ? { ...ownLease, expiresAt, progress } : { ...ownLease, progress: null }
  return replaceLease(db, { name: LEASE, found: found.lease }, lease)
}

export function renewRun(
  db: Db,
  { id, now, progress }: { id: string; now: number; progress: Progress },
): Promise<boolean> {
  const expiresAt = now + HEARTBEAT_TTL
  const text = progress && JSON.stringify(progress)
  return renewLease(db, { name: LEASE, holder: id, expiresAt, progress: text })
}
