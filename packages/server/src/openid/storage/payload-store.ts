import { sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

export type PayloadRow = {
  id: string
  kind: string
  payload: string
  grantId: string | null
  sessionId: string | null
  playerId: string | null
  clientId: string | null
  userCode: string | null
  createdAt: number
  consumedAt: number | null
  expiresAt: number
}

function insert(db: Db, row: Params<NewRow>) {
  return db.insertInto('oidc_payload').values({
    id: row.id,
    kind: row.kind,
    payload: row.payload,
    grant_id: row.grantId,
    session_id: row.sessionId,
    player_id: row.playerId,
    client_id: row.clientId,
    user_code: row.userCode,
    created_at: row.createdAt,
    consumed_at: sql<null>`null`,
    expires_at: row.expiresAt,
  })
}

const insertOrUpdate = compiledQuery((db, row: Params<NewRow>) =>
  insert(db, row).onConflict((conflict) =>
    conflict.column('id').doUpdateSet({
      payload: row.payload,
      grant_id: row.grantId,
      session_id: row.sessionId,
      player_id: row.playerId,
      client_id: row.clientId,
      expires_at: row.expiresAt,
    }),
  ),
)

export type NewRow = Omit<PayloadRow, 'consumedAt'>

export async function upsertPayload(db: Db, row: NewRow): Promise<void> {
  await insertOrUpdate(db, row)
}

export async function insertPayload(db: Db, row: NewRow): Promise<boolean> {
  return (await insertNew(db, row)).changed > 0
}

const insertNew = compiledQuery((db, row: Params<NewRow>) =>
  insert(db, row).onConflict((conflict) => conflict.column('id').doNothing()),
)

/**
 * Finds the payload of a session of the provider, even if the session of the site is closed; undefined if there is
 * none.
 */
export async function findSessionPayload(db: Db, id: string): Promise<string | undefined> {
  const [row] = (await selectSessionPayload(db, { id })).rows
  return row?.payload
}

const selectSessionPayload = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db.selectFrom('oidc_payload').select('payload').where('id', '=', id),
)

type Replacement = Pick<NewRow, 'id' | 'payload' | 'playerId' | 'expiresAt'> & { before: string }

/**
 * Replaces a payload if it is still `before`. One statement decides between concurrent changes.
 * @returns whether it was replaced
 */
export async function replacePayload(
  db: Db,
  { id, payload, playerId, expiresAt, before }: Replacement,
): Promise<boolean> {
  return (await replace(db, { id, payload, playerId, expiresAt, before })).changed > 0
}

const replace = compiledQuery((db, row: Params<Replacement>) =>
  db
    .updateTable('oidc_payload')
    .set({ payload: row.payload, player_id: row.playerId, expires_at: row.expiresAt })
    .where('id', '=', row.id)
    .where('payload', '=', row.before),
)

type PayloadKey = { id: string; kind: string; now: number }

/**
 * Finds a row whose grant still exists and whose session is open. So when a session is closed or a grant is deleted,
 * all its codes and tokens become invalid in the same transaction, however many there are.
 */
export async function findPayload(db: Db, key: PayloadKey): Promise<PayloadRow | undefined> {
  const [row] = (await selectPayload(db, key)).rows
  return row
}

const selectPayload = compiledQuery((db, { id, kind, now }: Params<PayloadKey>) =>
  validPayloads(db, now).where('oidc_payload.id', '=', id).where('oidc_payload.kind', '=', kind),
)

type UserCodeKey = { userCode: string; kind: string; now: number }

export async function findPayloadByUserCode(
  db: Db,
  key: UserCodeKey,
): Promise<PayloadRow | undefined> {
  const [row] = (await selectPayloadByUserCode(db, key)).rows
  return row
}

const selectPayloadByUserCode = compiledQuery((db, { userCode, kind, now }: Params<UserCodeKey>) =>
  validPayloads(db, now)
    .where('oidc_payload.user_code', '=', userCode)
    .where('oidc_payload.kind', '=', kind),
)

/**
 * Selects valid rows: their grant exists and their session is open. Uses joins, because for `exists` conditions with
 * `or`, PostgreSQL would hash both tables completely.
 */
export function validPayloads(db: Db, now: Params<PayloadKey>['now']) {
  return db
    .selectFrom('oidc_payload')
    .leftJoin('session', (join) =>
      join.onRef('session.id', '=', 'oidc_payload.session_id').on('session.expires_at', '>', now),
    )
    .leftJoin('oidc_payload as granted', 'granted.id', 'oidc_payload.grant_id')
    .select([
      'oidc_payload.id',
      'oidc_payload.kind',
      'oidc_payload.payload',
      'oidc_payload.grant_id as grantId',
      'oidc_payload.session_id as sessionId',
      'oidc_payload.player_id as playerId',
      'oidc_payload.client_id as clientId',
      'oidc_payload.user_code as userCode',
      'oidc_payload.created_at as createdAt',
      'oidc_payload.consumed_at as consumedAt',
      'oidc_payload.expires_at as expiresAt',
    ])
    .where((eb) =>
      eb.or([eb('oidc_payload.session_id', 'is', null), eb('session.id', 'is not', null)]),
    )
    .where((eb) =>
      eb.or([eb('oidc_payload.grant_id', 'is', null), eb('granted.id', 'is not', null)]),
    )
}

/**
 * Marks a code or token as used. One statement decides between concurrent uses.
 * @returns whether this use was the first
 */
export async function consumePayload(db: Db, key: { id: string; now: number }): Promise<boolean> {
  return (await markConsumed(db, key)).changed > 0
}

const markConsumed = compiledQuery((db, { id, now }: Params<{ id: string; now: number }>) =>
  db
    .updateTable('oidc_payload')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null),
)

/**
 * Consumes a user code. Only one of several concurrent answers to a device succeeds.
 * @returns whether this answer did
 */
export async function takeUserCode(db: Db, userCode: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oidc_payload')
    .set({ user_code: null })
    .where('user_code', '=', userCode)
    .where('kind', '=', 'DeviceCode')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePayload(db: Db, id: string): Promise<void> {
  await deleteRow(db, { id })
}

const deleteRow = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db.deleteFrom('oidc_payload').where('id', '=', id),
)

export async function findRequestedAt(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('oidc_payload')
    .select('created_at as createdAt')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.createdAt
}

/**
 * Deletes a grant.
 * @returns the ID of its player; undefined if the grant was deleted before
 */
export async function deleteGrant(tx: Db, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('oidc_payload')
    .where('id', '=', id)
    .where('kind', '=', 'Grant')
    .returning('player_id as playerId')
    .executeTakeFirst()
  return row?.playerId ?? undefined
}

export async function deleteAccessTokens(tx: Db, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'AccessToken')
    .execute()
}
