import type { Db } from '../../database/database.ts'

type StoredCode = { playerId: string; mark: string }

/** Replaces all codes of a player. The caller must hold the lock of the player's row, or two sets could remain. */
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

/** Consumes a code. One statement returns true to only one of concurrent calls. */
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
