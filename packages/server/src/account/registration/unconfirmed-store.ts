import type { Db } from '../../database/database.ts'

/**
 * Tables with what a player has received, or what was recorded about a player. An account with a row in one of them is
 * not deleted.
 */
const RECORD_TABLES = [
  'player_role',
  'player_node',
  'donate_grant',
  'ban',
  'balance_entry',
] as const

/** Selects players who have been unconfirmed since before the instant `before` and have received nothing. */
function unconfirmedPlayers(db: Db, before: number) {
  return db
    .selectFrom('player')
    .select('id')
    .where('unconfirmed_since', '<=', before)
    .where('activated_at', 'is', null)
    .where('superuser_at', 'is', null)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or(
          RECORD_TABLES.map((table) =>
            exists(
              selectFrom(table)
                .select('player_id')
                .whereRef(`${table}.player_id`, '=', 'player.id'),
            ),
          ),
        ),
      ),
    )
}

export async function listUnconfirmed(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await unconfirmedPlayers(db, before)
    .orderBy('unconfirmed_since')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function isUnconfirmed(db: Db, id: string, before: number): Promise<boolean> {
  const row = await unconfirmedPlayers(db, before).where('player.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Deletes a player's row. Players whom this player invited no longer have an inviter. */
export async function deletePlayerRow(tx: Db, id: string): Promise<void> {
  await tx.updateTable('player').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await tx.deleteFrom('player').where('id', '=', id).execute()
}
