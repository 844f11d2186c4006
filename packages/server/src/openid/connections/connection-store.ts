import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

export type Connection = {
  playerId: string
  clientId: string
  /** The scopes to which the player agreed, separated by spaces. */
  scopes: string
  firstUsedAt: number
  lastUsedAt: number
}

type ConnectionKey = Pick<Connection, 'playerId' | 'clientId'>

export async function findConnection(db: Db, key: ConnectionKey): Promise<Connection | undefined> {
  const [row] = (await selectConnection(db, key)).rows
  return row
}

const selectConnection = compiledQuery((db, { playerId, clientId }: Params<ConnectionKey>) =>
  db
    .selectFrom('oidc_connection')
    .select([
      'player_id as playerId',
      'client_id as clientId',
      'scopes',
      'first_used_at as firstUsedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('player_id', '=', playerId)
    .where('client_id', '=', clientId),
)

/** Stores a player's consent to a client. Keeps the time of the first use. */
export async function upsertConnection(tx: Db, connection: Connection): Promise<void> {
  await tx
    .insertInto('oidc_connection')
    .values({
      player_id: connection.playerId,
      client_id: connection.clientId,
      scopes: connection.scopes,
      first_used_at: connection.firstUsedAt,
      last_used_at: connection.lastUsedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'client_id']).doUpdateSet({
        scopes: connection.scopes,
        last_used_at: connection.lastUsedAt,
      }),
    )
    .execute()
}

type Use = ConnectionKey & { now: number }

/**
 * Records that a player used a client to which the player had agreed. Does nothing if the client was disconnected in
 * the meantime.
 */
export async function touchConnection(db: Db, { playerId, clientId, now }: Use): Promise<void> {
  await db
    .updateTable('oidc_connection')
    .set({ last_used_at: now })
    .where('player_id', '=', playerId)
    .where('client_id', '=', clientId)
    .execute()
}

/**
 * Records that a player used a trusted client. This is no consent: if the client is no longer trusted, the player must
 * agree.
 */
export async function upsertTrustedUse(db: Db, { playerId, clientId, now }: Use): Promise<void> {
  await db
    .insertInto('oidc_connection')
    .values({
      player_id: playerId,
      client_id: clientId,
      scopes: '',
      first_used_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'client_id']).doUpdateSet({ last_used_at: now }),
    )
    .execute()
}

export type ConnectedClient = Connection & {
  name: string
  isTrusted: boolean
  clientScopes: string
}

/** Lists the clients that a player has used, except revoked ones, last used first. */
export async function listConnections(db: Db, playerId: string): Promise<ConnectedClient[]> {
  const rows = await db
    .selectFrom('oidc_connection')
    .innerJoin('oidc_client', 'oidc_client.id', 'oidc_connection.client_id')
    .select([
      'player_id as playerId',
      'client_id as clientId',
      'oidc_connection.scopes',
      'first_used_at as firstUsedAt',
      'last_used_at as lastUsedAt',
      'name',
      'trusted',
      'oidc_client.scopes as clientScopes',
    ])
    .where('player_id', '=', playerId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('client_id')
    .execute()
  return rows.map(({ trusted, ...row }) => ({ ...row, isTrusted: trusted === 1 }))
}

/**
 * Deletes a player's consent to a client and the client's grants, which ends all its tokens.
 * @returns the IDs of the grants; undefined if the player has not used the client
 */
export async function deleteConnection(tx: Db, key: ConnectionKey): Promise<string[] | undefined> {
  const { playerId, clientId } = key
  const { numDeletedRows } = await tx
    .deleteFrom('oidc_connection')
    .where('player_id', '=', playerId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const grants = await tx
    .deleteFrom('oidc_payload')
    .where('player_id', '=', playerId)
    .where('client_id', '=', clientId)
    .where('kind', '=', 'Grant')
    .returning('id')
    .execute()
  return numDeletedRows > 0n ? grants.map(({ id }) => id) : undefined
}

export async function updatePayload(tx: Db, id: string, payload: string): Promise<void> {
  await tx.updateTable('oidc_payload').set({ payload }).where('id', '=', id).execute()
}
