import type { Db } from '../../database/database.ts'
import type { Player } from '../../players/player.ts'
import { playerColumns, toPlayer } from '../../players/player-store.ts'

/** Of so many accounts that somebody failed at, the most often tried are looked at. */
const MOST_LOOKED_AT = 100

/**
 * Counts the sign-ins that failed, or met a pause, since an instant, by account; only accounts that were
 * ever given something or are superusers, as nobody else has rights in the panel.
 */
export async function listStaffMisses(
  db: Db,
  since: number,
): Promise<{ player: Player; misses: number }[]> {
  const rows = await db
    .selectFrom('audit')
    .select(({ fn }) => ['target', fn.countAll().as('misses')])
    .where('action', 'in', ['login.missed', 'login.paused'])
    .where('at', '>', since)
    .where('target', 'in', (eb) =>
      eb
        .selectFrom('player')
        .select('id')
        .where((or) => or.or([or('ever_given', '=', 1), or('superuser_at', 'is not', null)])),
    )
    .groupBy('target')
    .orderBy('misses', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute()
  const counts = new Map(rows.map(({ target, misses }) => [target, Number(misses)]))
  if (counts.size === 0) return []
  const players = await db
    .selectFrom('player')
    .select(playerColumns)
    .where(
      'id',
      'in',
      [...counts.keys()].filter((id) => id !== null),
    )
    .orderBy('username_key')
    .execute()
  return players.map((row) => ({ player: toPlayer(row), misses: counts.get(row.id) ?? 0 }))
}
