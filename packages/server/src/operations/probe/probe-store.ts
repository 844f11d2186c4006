import type { Db } from '../../database/database.ts'

/** Tables whose rows are not deleted together with the player. */
const PLAYER_TABLES = [
  'session',
  'device',
  'player_role',
  'player_node',
  'donate_grant',
  'ban',
  'balance_entry',
] as const

/**
 * Deletes expired temporary players and API keys with their audit entries. Safe without a lock, because the time of
 * expiry is never extended.
 */
export async function deleteEnded(tx: Db, now: number): Promise<void> {
  const players = tx.selectFrom('player').select('id').where('ends_at', '<=', now)
  const keys = tx.selectFrom('api_key').select('id').where('ends_at', '<=', now)
  await tx.deleteFrom('audit').where('target', 'in', players).execute()
  await tx.deleteFrom('audit').where('target', 'in', keys).execute()
  for (const table of PLAYER_TABLES) {
    await tx.deleteFrom(table).where('player_id', 'in', players).execute()
  }
  await tx.deleteFrom('player').where('ends_at', '<=', now).execute()
  await tx.deleteFrom('api_key').where('ends_at', '<=', now).execute()
}

export async function endProbe(
  tx: Db,
  { playerId, keyId, now }: { playerId: string; keyId: string; now: number },
): Promise<void> {
  const ends = { ends_at: now }
  await tx
    .updateTable('player')
    .set(ends)
    .where('id', '=', playerId)
    .where('ends_at', 'is not', null)
    .execute()
  await tx
    .updateTable('api_key')
    .set(ends)
    .where('id', '=', keyId)
    .where('ends_at', 'is not', null)
    .execute()
}
