import type { Db } from '../../platform/database/database.ts'

/** What an account holds, or what a change moves, in hundredths. */
export type Balance = { realCents: number; virtualCents: number }

/** One change of a player's balances; `author` is a player's id, or `command`. */
export type BalanceEntry = Balance & {
  id: string
  reason: string
  author: string
  createdAt: number
}

/**
 * Moves both balances of a player, or neither: one statement does it, so of any number of parallel
 * changes none is lost and none takes a balance below zero or above `most`.
 *
 * @returns what the account holds now; undefined when there is no such player or it cannot be done.
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

/** Newest first, from the entry after `beforeId`. */
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
