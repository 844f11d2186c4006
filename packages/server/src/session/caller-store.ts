import { compiledQuery, type Params } from '../platform/database/compiled-query.ts'
import type { Db } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { playerColumns, toPlayer } from '../player/player-store.ts'
import type { Identity } from './access-token.ts'

/** Finds a player if this session of theirs is open, in one statement. */
export async function findPlayerInSession(
  db: Db,
  { playerId, sessionId }: Identity,
  now: number,
): Promise<Player | undefined> {
  const [row] = (await selectPlayerInSession(db, { playerId, sessionId, now })).rows
  return row && toPlayer(row)
}

const selectPlayerInSession = compiledQuery((db, who: Params<Identity & { now: number }>) =>
  db
    .selectFrom('player')
    .select(playerColumns)
    .where('id', '=', who.playerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .where('session.id', '=', who.sessionId)
          .whereRef('session.player_id', '=', 'player.id')
          .where('session.expires_at', '>', who.now),
      ),
    ),
)
