import type { Db } from '../../database/database.ts'

/** The balances of an account, or the amounts of a change, in hundredths. */
export type Balance = { realCents: number; virtualCents: number }

/** One change of a player's balances; `author` is a player's id, or `command`. */
export type BalanceEntry = Balance & {
  id: string
  reason: string
  author: string
  createdAt: number
}

/**
 * Changes both balances of a player, or neither. One statement does it, so no parallel change is lost
 * and none takes a balance below zero or above `most`.
 *
 * @returns the new balances; undefined when there is no such player or the change is not possible.
 */
export async function moveBalance(
  db: Db,
  playerId: string,
  change: Balance & { most: number },
): Promise<Balance | undefined> {
  const { realCents, virtualCents, most } = change
  return db
    .updateTable('player')
    .set((eb) => ({
      real_cents: eb('real_cents', '+', realCents),
      virtual_cents: eb('virtual_cents', '+', virtualCents),
    }))
    .where('id', '=', playerId)
    .where((eb) => eb.between(eb('real_cents', '+', realCents), 0, most))
    .where((eb) => eb.between(eb('virtual_cents', '+', virtualCents), 0, most))
    .returning(['real_cents as realCents', 'virtual_cents as virtualCents'])
    .executeTakeFirst()
}

export async function insertBalanceEntry(
  db: Db,
  playerId: string,
  entry: BalanceEntry,
): Promise<void> {
  await db
    .insertInto('balance_entry')
    .values({
      id: entry.id,
      player_id: playerId,
      real_cents: entry.realCents,
      virtual_cents: entry.virtualCents,
      reason: entry.reason,
      author: entry.author,
      created_at: entry.createdAt,
    })
    .execute()
}

/** Lists a player's ledger, newest first, starting after the entry `beforeId`. */
export async function listBalanceEntries(
  db: Db,
  playerId: string,
  page: { beforeId: string | undefined; limit: number },
): Promise<BalanceEntry[]> {
  return db
    .selectFrom('balance_entry')
    .select([
      'id',
      'real_cents as realCents',
      'virtual_cents as virtualCents',
      'reason',
      'author',
      'created_at as createdAt',
    ])
    .where('player_id', '=', playerId)
    .$if(page.beforeId !== undefined, (query) => query.where('id', '<', page.beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}
