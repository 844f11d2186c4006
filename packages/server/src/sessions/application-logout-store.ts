import { type Db, speaksPostgres } from '../database/database.ts'

/** A logout notice (OpenID Connect Back-Channel Logout 1.0) that has not been sent to the application yet. */
export type Logout = {
  id: string
  clientId: string
  playerId: string
  sid: string
  tries: number
  nextTryAt: number
}

export async function insertLogout(tx: Db, logout: Logout): Promise<void> {
  await tx
    .insertInto('oidc_logout')
    .values({
      id: logout.id,
      client_id: logout.clientId,
      player_id: logout.playerId,
      sid: logout.sid,
      tries: logout.tries,
      next_try_at: logout.nextTryAt,
    })
    .execute()
}

/** Lists a player's sessions at the OpenID Connect provider, and locks them until the transaction ends. */
export async function lockProviderSessions(
  tx: Db,
  playerId: string,
): Promise<{ id: string; payload: string }[]> {
  return tx
    .selectFrom('oidc_payload')
    .select(['id', 'payload'])
    .where('player_id', '=', playerId)
    .where('kind', '=', 'Session')
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .execute()
}
