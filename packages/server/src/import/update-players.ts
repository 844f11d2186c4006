import type { Work } from '../change/change.ts'
import { renewPasswordHash } from '../player/player-store.ts'
import { markOf } from './marks.ts'
import { slicesOf } from './plan/plan-store.ts'
import type { Scratch } from './plan/scratch-store.ts'
import { updatePasswordMark } from './player-import-store.ts'

/** Writes what prepareUpdates found, unless somebody changed it meanwhile. @returns how many. */
export async function updatePlayers(work: Work, scratch: Scratch): Promise<number> {
  let updated = 0
  for (const slice of slicesOf(scratch, 'present', 'stored is not null')) {
    for (const { playerId, stored, storedBefore } of slice) {
      if (playerId === null || stored === null || storedBefore === null) continue
      await renewPasswordHash(work.tx, playerId, { old: storedBefore, renewed: stored })
      await updatePasswordMark(work.tx, playerId, { mark: markOf(stored), now: work.now })
      updated += 1
    }
  }
  return updated
}
