import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import { startOfDay } from '../platform/clock.ts'
import type { Player } from './player.ts'

/**
 * Records the day of a visit, at most once a day: does nothing if `seenOn` is today. `seenOn` may be an outdated
 * earlier day, but no later one. One statement, so that of concurrent visits the latest day is kept.
 */
export async function recordVisit(
  db: Db,
  { id, seenOn }: Pick<Player, 'id' | 'seenOn'>,
  now: number,
): Promise<void> {
  const today = startOfDay(now)
  if (seenOn < today) await updateSeenOn(db, { id, today })
}

const updateSeenOn = compiledQuery(
  (db, { id, today }: Params<{ id: string; today: number }>) =>
    db
      .updateTable('player')
      .set({ seen_on: today })
      .where('id', '=', id)
      .where('seen_on', '<', today),
  { asyncCommit: true },
)
