import type { Db } from '../../database/database.ts'

export type ResetRequest = { id: string; emailKey: string; ip: string }

export async function insertResetRequest(db: Db, request: ResetRequest): Promise<void> {
  await db
    .insertInto('reset_request')
    .values({ id: request.id, email_key: request.emailKey, ip: request.ip })
    .execute()
}

export async function hasResetRequest(db: Db): Promise<boolean> {
  const row = await db.selectFrom('reset_request').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes and returns the oldest request; undefined if there is none. A concurrent call waits until this transaction
 * ends.
 */
export async function takeResetRequest(db: Db): Promise<ResetRequest | undefined> {
  return db
    .deleteFrom('reset_request')
    .where('id', '=', (eb) => eb.selectFrom('reset_request').select('id').orderBy('id').limit(1))
    .returning(['id', 'email_key as emailKey', 'ip'])
    .executeTakeFirst()
}

export async function insertResetLink(
  db: Db,
  link: { hash: string; playerId: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('reset_link')
    .values({
      hash: link.hash,
      player_id: link.playerId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

export async function findResetLink(
  db: Db,
  hash: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reset_link')
    .select('player_id as playerId')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.playerId
}

/**
 * Consumes a valid link.
 * @returns whether this call consumed it: of concurrent calls, only one gets true
 */
export async function consumeResetLink(db: Db, hash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reset_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countResetLinks(db: Db, playerId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('reset_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('player_id', '=', playerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes the reset links of a player, because another person may have them: a reader of an earlier mailbox, or a
 * person who knows the old password.
 */
export async function deleteMailedLinks(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('reset_link').where('player_id', '=', playerId).execute()
  await db.deleteFrom('export_link').where('player_id', '=', playerId).execute()
}

/**
 * Deletes the code of a pending address change. Otherwise an attacker who began the change with the old password could
 * confirm the address and get the next reset link (see account/registration/change-email.ts).
 */
export async function deleteAddressCode(db: Db, playerId: string): Promise<void> {
  await db
    .deleteFrom('email_code')
    .where('player_id', '=', playerId)
    .where('purpose', '=', 'address')
    .execute()
}

export async function deleteExpiredResetLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('reset_link').where('expires_at', '<=', now).execute()
}
