import type { Db } from '../../database/database.ts'
import type { Passkey } from './passkey.ts'

const passkeyColumns = [
  'id',
  'player_id as playerId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'host',
  'synced',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'copied_at as copiedAt',
] as const

type Row = Omit<Passkey, 'transports' | 'synced'> & { transports: string; synced: number }

function toPasskey(row: Row): Passkey {
  return { ...row, transports: JSON.parse(row.transports), synced: row.synced === 1 }
}

export async function listPasskeys(db: Db, playerId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(passkeyColumns)
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .select(passkeyColumns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && toPasskey(row)
}

export async function countPasskeys(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPasskey(db: Db, passkey: Passkey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      player_id: passkey.playerId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      host: passkey.host,
      synced: Number(passkey.synced),
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
      copied_at: passkey.copiedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updatePasskeyName(
  db: Db,
  renamed: { id: string; playerId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name: renamed.name })
    .where('id', '=', renamed.id)
    .where('player_id', '=', renamed.playerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes a passkey.
 * @returns the deleted passkey; undefined if there is none. Only one of several concurrent calls gets the passkey.
 */
export async function deletePasskey(
  db: Db,
  owned: { id: string; playerId: string },
): Promise<Passkey | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', owned.id)
    .where('player_id', '=', owned.playerId)
    .returning(passkeyColumns)
    .executeTakeFirst()
  return row && toPasskey(row)
}

export async function deletePasskeys(db: Db, playerId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('player_id', '=', playerId)
    .returning('name')
    .execute()
  return deleted.map(({ name }) => name).toSorted()
}

/**
 * Stores the signature counter of a passkey. Of two signatures with the same counter, only one succeeds, unless the
 * authenticator does not count (Web Authentication level 3, 7.2).
 * @returns whether it succeeded
 */
export async function updateSignatureCounter(
  db: Db,
  signature: { id: string; counter: number; synced: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({
      counter: signature.counter,
      synced: Number(signature.synced),
      last_used_at: signature.now,
    })
    .where('id', '=', signature.id)
    .where('copied_at', 'is', null)
    .where(({ eb, and, or, val }) =>
      or([
        eb('counter', '<', signature.counter),
        and([eb('counter', '=', 0), eb(val(signature.counter), '=', 0)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Marks a passkey as copied.
 * @returns false if the passkey was removed or is marked already
 */
export async function markCopied(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ copied_at: now })
    .where('id', '=', id)
    .where('copied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function consumeSingleUseToken(
  db: Db,
  { id, expiresAt }: { id: string; expiresAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('burnt_attempt')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteExpiredSingleUseTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('burnt_attempt').where('expires_at', '<=', now).execute()
}

export async function countPasskeysByHost(db: Db): Promise<{ host: string; count: number }[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(({ fn }) => ['host', fn.countAll().as('count')])
    .groupBy('host')
    .orderBy('host')
    .execute()
  return rows.map(({ host, count }) => ({ host, count: Number(count) }))
}
