import type { Db } from '../../database/database.ts'

/** What else of a player does not go with their row. */
const HOLD_ON = [
  'session',
  'device',
  'player_role',
  'player_node',
  'donate_grant',
  'ban',
  'balance_entry',
] as const

/**
 * Deletes the players and keys that the site made up for itself and that have ended, with everything of
 * theirs, also the audit of what they did. Nobody extends an end, so a probe that was killed is gone with the
 * next sweep.
 */
export async function deleteEnded(tx: Db, now: number): Promise<void> {
  const players = tx.selectFrom('player').select('id').where('ends_at', '<=', now)
  const keys = tx.selectFrom('api_key').select('id').where('ends_at', '<=', now)
  await tx.deleteFrom('audit').where('target', 'in', players).execute()
  await tx.deleteFrom('audit').where('target', 'in', keys).execute()
  for (const table of HOLD_ON) {
    await tx.deleteFrom(table).where('player_id', 'in', players).execute()
  }
  await tx.deleteFrom('player').where('ends_at', '<=', now).execute()
  await tx.deleteFrom('api_key').where('ends_at', '<=', now).execute()
}

/** Brings forward the end of one player and the key that was made with them. */
export async function endNow(
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
