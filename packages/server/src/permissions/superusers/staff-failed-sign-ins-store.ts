import type { Db } from '../../database/database.ts'
import type { Player } from '../../players/player.ts'
import { playerColumns, toPlayer } from '../../players/player-store.ts'

/** How many accounts are read at most, those with the most failures. */
const MAX_ACCOUNTS = 100

/**
 * Lists failed sign-ins since an instant by account. Only superusers and players who once received a role, rank or node
 * are listed, because no other player has panel permissions.
 */
export async function listStaffFailedSignIns(
  db: Db,
  since: number,
): Promise<{ player: Player; failures: number }[]> {
  const rows = await db
    .selectFrom('audit')
    .select(({ fn }) => ['target', fn.countAll().as('failures')])
    .where('action', 'in', ['login.missed', 'login.paused'])
    .where('at', '>', since)
    .where('target', 'in', (eb) =>
      eb
        .selectFrom('player')
        .select('id')
        .where((or) => or.or([or('ever_given', '=', 1), or('superuser_at', 'is not', null)])),
    )
    .groupBy('target')
    .orderBy('failures', 'desc')
    .limit(MAX_ACCOUNTS)
    .execute()
  const counts = new Map(rows.map(({ target, failures }) => [target, Number(failures)]))
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
  return players.map((row) => ({ player: toPlayer(row), failures: counts.get(row.id) ?? 0 }))
}
