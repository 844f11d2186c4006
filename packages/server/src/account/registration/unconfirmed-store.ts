import type { Db } from '../../database/database.ts'

/**
 * Tables of what others have given a player or recorded about them; a row there keeps the account.
 */
const GIFTS = ['player_role', 'player_node', 'donate_grant', 'ban', 'balance_entry'] as const

/**
 * Selects players who have been unconfirmed since `before` and have been given nothing meanwhile.
 */
function unconfirmed(db: Db, before: number) {
  return db
    .selectFrom('player')
    .select('id')
    .where('unconfirmed_since', '<=', before)
    .where('activated_at', 'is', null)
    .where('superuser_at', 'is', null)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or(
          GIFTS.map((gift) =>
            exists(
              selectFrom(gift).select('player_id').whereRef(`${gift}.player_id`, '=', 'player.id'),
            ),
          ),
        ),
      ),
    )
}

export async function listUnconfirmed(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await unconfirmed(db, before).orderBy('unconfirmed_since').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function isUnconfirmed(db: Db, id: string, before: number): Promise<boolean> {
  const row = await unconfirmed(db, before).where('player.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Deletes a player's row. The players they invited stay, as invited by nobody. */
export async function deletePlayer(tx: Db, id: string): Promise<void> {
  await tx.updateTable('player').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await tx.deleteFrom('player').where('id', '=', id).execute()
}
