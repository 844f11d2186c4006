import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

type Join = { serverId: string; sessionId: string; playerId: string; ip: string }

/**
 * Notes that a player joins a game server, or renews that. One statement decides, so of several players
 * that name one server id, one does. @returns whether it was this one.
 */
export async function insertJoin(
  db: Db,
  join: Join & { now: number; expiresAt: number },
): Promise<boolean> {
  return (await upsertJoin(db, join)).rows.length > 0
}

/** Fleeting: a join lives for 30 s, and a machine that lost its power takes longer to be back. */
const FLEETING = { fleeting: true }

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
  FLEETING,
)

type Asked = { serverId: string; now: number }

/** Finds who joins a game server, if their session is still open, and the name that its token has. */
export async function findJoin(
  db: Db,
  asked: Asked,
): Promise<(Omit<Join, 'serverId'> & { name: string | null }) | undefined> {
  return (await selectJoin(db, asked)).rows[0]
}

const selectJoin = compiledQuery((db, { serverId, now }: Params<Asked>) =>
  db
    .selectFrom('game_join')
    .innerJoin('session', 'session.id', 'game_join.session_id')
    .select([
      'game_join.session_id as sessionId',
      'game_join.player_id as playerId',
      'game_join.ip as ip',
      'session.game_name as name',
    ])
    .where('game_join.server_id', '=', serverId)
    .where('game_join.expires_at', '>', now)
    .where('session.expires_at', '>', now),
)

/**
 * Uses a join up, if its session is still open. One statement does it, so of any number of game servers
 * that ask at once one is told, and none after a ban. @returns whether it was this one.
 */
export async function takeJoin(db: Db, taken: Asked & { sessionId: string }): Promise<boolean> {
  return (await deleteJoin(db, taken)).changed > 0
}

const deleteJoin = compiledQuery(
  (db, { serverId, sessionId, now }: Params<Asked & { sessionId: string }>) =>
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
  FLEETING,
)

export async function deleteOldJoins(db: Db, now: number): Promise<void> {
  await db.deleteFrom('game_join').where('expires_at', '<=', now).execute()
}
