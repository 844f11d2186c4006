import type { Db } from '../../database/database.ts'
import type { Player } from '../../players/player.ts'
import { playerColumns, toPlayer } from '../../players/player-store.ts'

/** Sites have a handful of superusers. If there are more, only the oldest accounts are notified. */
const MAX_NOTIFIED = 100

export async function listActiveSuperusers(db: Db, now: number): Promise<Player[]> {
  const rows = await db
    .selectFrom('player')
    .select(playerColumns)
    .where('superuser_at', 'is not', null)
    .where('activated_at', 'is not', null)
    .where('email', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ban')
            .select('ban.id')
            .whereRef('ban.player_id', '=', 'player.id')
            .where('lifted_at', 'is', null)
            .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_NOTIFIED)
    .execute()
  return rows.map(toPlayer)
}
