import type { Db } from '../../database/database.ts'

type StoredCode = { playerId: string; mark: string }

/**
 * Replaces all recovery codes of a player. The caller must have locked the player's row: otherwise two concurrent calls
 * could leave two sets.
 */
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

/**
 * Consumes a recovery code in one statement.
 * @returns whether this call consumed it: of concurrent calls, only one gets true
 */
export async function consumeRecoveryCode(
  tx: Db,
  { playerId, mark }: StoredCode,
): Promise<boolean> {
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

export async function countRecoveryCodes(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
