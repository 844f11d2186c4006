import type { Db } from '../../database/database.ts'

/** What is kept of one code of a player. */
type Kept = { playerId: string; mark: string }

/** Replaces a player's codes with a new set; the player's row is locked, or two sets would stay. */
export async function replaceRecoveryCodes(
  tx: Db,
  playerId: string,
  marks: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(tx, playerId)
  await tx
    .insertInto('recovery_code')
    .values(marks.map((mark) => ({ player_id: playerId, mark })))
    .execute()
}

/** Uses a code up. One statement does it, so of any number who use one code at once only one gets true. */
export async function burnRecoveryCode(tx: Db, { playerId, mark }: Kept): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('player_id', '=', playerId)
    .where('mark', '=', mark)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteRecoveryCodes(tx: Db, playerId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('player_id', '=', playerId).execute()
}

/** Counts the codes that a player has not used yet. */
export async function countRecoveryCodes(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
