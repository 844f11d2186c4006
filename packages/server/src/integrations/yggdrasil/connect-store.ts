import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { ClosedGameSession } from '../../sessions/launcher-access-store.ts'
import { LAUNCHERS } from './connect.ts'

export type ConnectClient = {
  /** The permission that a player needs for signing in to the client; null: every player may sign in. */
  permission: string | null
}

/** Finds the client to which a grant belongs; undefined if the grant has ended or the client is revoked. */
export async function findConnectClient(
  db: Db,
  grantId: string,
): Promise<ConnectClient | undefined> {
  const [row] = (await selectClient(db, { grantId })).rows
  const isUsable = row && (row.clientId === LAUNCHERS || (row.known !== null && !row.revokedAt))
  return isUsable ? { permission: row.permission } : undefined
}

const selectClient = compiledQuery((db, { grantId }: Params<{ grantId: string }>) =>
  db
    .selectFrom('oidc_payload')
    .leftJoin('oidc_client', 'oidc_client.id', 'oidc_payload.client_id')
    .select([
      'oidc_payload.client_id as clientId',
      'oidc_client.id as known',
      'permission',
      'revoked_at as revokedAt',
    ])
    .where('oidc_payload.id', '=', grantId)
    .where('kind', '=', 'Grant'),
)

/**
 * Locks a grant until the transaction ends, so that no session is opened while the grant ends.
 * @returns false if the grant has ended
 */
export async function lockGrant(tx: Db, grantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('oidc_payload')
    .select('id')
    .where('id', '=', grantId)
    .where('kind', '=', 'Grant')
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row !== undefined
}

type Renewal = {
  sessionId: string
  hash: string
  scopes: string
  name: string
  device: string
  agent: string
  ip: string
  now: number
  expiresAt: number
}

/**
 * Replaces the token of a session, unless the session was closed in the meantime.
 * @returns whether it was replaced
 */
export async function renewConnectSession(tx: Db, renewal: Renewal): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({
      game_hash: renewal.hash,
      oidc_scopes: renewal.scopes,
      game_name: renewal.name,
      device: renewal.device,
      agent: renewal.agent,
      ip: renewal.ip,
      updated_at: renewal.now,
      expires_at: renewal.expiresAt,
    })
    .where('id', '=', renewal.sessionId)
    .where('oidc_grant_id', 'is not', null)
    .where('expires_at', '>', renewal.now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the game sessions of a player that belong to one of these grants. */
export async function deleteSessionsOfGrants(
  tx: Db,
  { playerId, grantIds }: { playerId: string; grantIds: readonly string[] },
): Promise<ClosedGameSession[]> {
  if (grantIds.length === 0) return []
  return tx
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('oidc_grant_id', 'in', grantIds)
    .returning(['id', 'player_id as playerId', 'device'])
    .execute()
}
