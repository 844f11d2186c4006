import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

type Join = { serverId: string; sessionId: string; playerId: string; ip: string }

/**
 * Stores or renews a join, in one statement. Of several players with the same server ID, only one succeeds.
 * @returns whether this call did
 */
export async function insertJoin(
  db: Db,
  join: Join & { now: number; expiresAt: number },
): Promise<boolean> {
  return (await upsertJoin(db, join)).rows.length > 0
}

/**
 * A power failure may lose joins, which is harmless: they expire after 30 s, and the machine takes longer to start
 * again.
 */
const ASYNC_COMMIT = { asyncCommit: true }

const upsertJoin = compiledQuery(
  (db, join: Params<Join & { now: number; expiresAt: number }>) =>
    db
      .insertInto('game_join')
      .values({
        server_id: join.serverId,
        session_id: join.sessionId,
        player_id: join.playerId,
        ip: join.ip,
        expires_at: join.expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('server_id')
          .doUpdateSet({
            session_id: join.sessionId,
            player_id: join.playerId,
            ip: join.ip,
            expires_at: join.expiresAt,
          })
          .where((eb) =>
            eb.or([
              eb('game_join.player_id', '=', join.playerId),
              eb('game_join.expires_at', '<=', join.now),
            ]),
          ),
      )
      .returning('server_id'),
  ASYNC_COMMIT,
)

type JoinQuery = { serverId: string; now: number }

/** Finds the join of a server ID, if its session is still open. `name` is the player's name when the token was made. */
export async function findJoin(
  db: Db,
  query: JoinQuery,
): Promise<(Omit<Join, 'serverId'> & { name: string | null; grantId: string | null }) | undefined> {
  return (await selectJoin(db, query)).rows[0]
}

const selectJoin = compiledQuery((db, { serverId, now }: Params<JoinQuery>) =>
  db
    .selectFrom('game_join')
    .innerJoin('session', 'session.id', 'game_join.session_id')
    .select([
      'game_join.session_id as sessionId',
      'game_join.player_id as playerId',
      'game_join.ip as ip',
      'session.game_name as name',
      'session.oidc_grant_id as grantId',
    ])
    .where('game_join.server_id', '=', serverId)
    .where('game_join.expires_at', '>', now)
    .where('session.expires_at', '>', now),
)

/**
 * Consumes a join, if its session is still open. In one statement, so that of concurrent game servers only one gets the
 * join, and none after a ban.
 * @returns whether this call did
 */
export async function consumeJoin(
  db: Db,
  key: JoinQuery & { sessionId: string },
): Promise<boolean> {
  return (await deleteJoin(db, key)).changed > 0
}

const deleteJoin = compiledQuery(
  (db, { serverId, sessionId, now }: Params<JoinQuery & { sessionId: string }>) =>
    db
      .deleteFrom('game_join')
      .where('server_id', '=', serverId)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 'game_join.session_id')
            .where('session.expires_at', '>', now),
        ),
      ),
  ASYNC_COMMIT,
)

export async function deleteOldJoins(db: Db, now: number): Promise<void> {
  await db.deleteFrom('game_join').where('expires_at', '<=', now).execute()
}
