import type { Db } from '../../database/database.ts'

/** The balances of an account, or the amounts of a change, in hundredths. */
export type Balance = { realCents: number; virtualCents: number }

/** One change of a player's balances. `author` is a player's ID, or `command`. */
export type BalanceEntry = Balance & {
  id: string
  reason: string
  author: string
  createdAt: number
}

/**
 * Changes both balances of a player, or neither. One statement, so that no concurrent change is lost, no balance rises
 * above `max`, and no negative amount takes a balance below `min`.
 * @returns the new balances; undefined if there is no such player or the change is not possible
 */
export async function adjustBalance(
  db: Db,
  playerId: string,
  change: Balance & { min: number; max: number },
): Promise<Balance | undefined> {
  const { realCents, virtualCents, min, max } = change
  const leastAfter = (cents: number) => (cents < 0 ? min : -max) // a negative balance may rise in steps
  return db
    .updateTable('player')
    .set((eb) => ({
      real_cents: eb('real_cents', '+', realCents),
      virtual_cents: eb('virtual_cents', '+', virtualCents),
    }))
    .where('id', '=', playerId)
    .where((eb) => eb.between(eb('real_cents', '+', realCents), leastAfter(realCents), max))
    .where((eb) =>
      eb.between(eb('virtual_cents', '+', virtualCents), leastAfter(virtualCents), max),
    )
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
