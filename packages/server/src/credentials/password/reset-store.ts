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
 * Takes the oldest request out of the queue. No two callers get the same one, and nobody gets the
 * next one before the transaction that took this one has ended.
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

/** Finds the id of the player whom a live link belongs to. */
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

/** Uses up a live link. Only one caller gets true. */
export async function burnResetLink(db: Db, hash: string, now: number): Promise<boolean> {
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
 * Voids the links that a player was mailed, to a new password and to their data: whoever reads an earlier
 * mailbox, or asked for a link with an earlier password, gets nothing by it.
 */
export async function deleteMailedLinks(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('reset_link').where('player_id', '=', playerId).execute()
  await db.deleteFrom('export_link').where('player_id', '=', playerId).execute()
}

/**
 * Voids the code of a change of address. Somebody who knew the old password could have begun that
 * change, and would otherwise get the next reset link (see account/registration/change-email.ts).
 */
export async function deleteAddressCode(db: Db, playerId: string): Promise<void> {
  await db
    .deleteFrom('email_code')
    .where('player_id', '=', playerId)
    .where('purpose', '=', 'address')
    .execute()
}

export async function deleteOldResetLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('reset_link').where('expires_at', '<=', now).execute()
}
