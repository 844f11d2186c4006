import type { Db } from './database.ts'

export type Counted = { calls: number; resetsAt: number }

/**
 * Counts one call, unless the counter is full. One statement decides, so of any number of parallel
 * calls exactly `limit.calls` are let through in a window, over all instances.
 *
 * @returns the counter after the call; undefined when it was full.
 */
export async function countCall(
  db: Db,
  counter: string,
  limit: { calls: number; resetsAt: number; now: number },
): Promise<Counted | undefined> {
  return db
    .insertInto('rate_limit')
    .values({ counter, calls: 1, resets_at: limit.resetsAt })
    .onConflict((conflict) =>
      conflict
        .column('counter')
        .doUpdateSet((eb) => {
          const over = eb('rate_limit.resets_at', '<=', limit.now)
          const next = eb('rate_limit.calls', '+', 1)
          return {
            calls: eb.case().when(over).then(1).else(next).end(),
            resets_at: eb
              .case()
              .when(over)
              .then(limit.resetsAt)
              .else(eb.ref('rate_limit.resets_at'))
              .end(),
          }
        })
        .where((eb) =>
          eb.or([
            eb('rate_limit.calls', '<', limit.calls),
            eb('rate_limit.resets_at', '<=', limit.now),
          ]),
        ),
    )
    .returning(['calls', 'resets_at as resetsAt'])
    .executeTakeFirst()
}

/** The counter as it stands; undefined when nothing counts in a running window. */
export async function findCounter(
  db: Db,
  counter: string,
  now: number,
): Promise<Counted | undefined> {
  return db
    .selectFrom('rate_limit')
    .select(['calls', 'resets_at as resetsAt'])
    .where('counter', '=', counter)
    .where('resets_at', '>', now)
    .executeTakeFirst()
}

export async function deleteOldCounters(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('resets_at', '<=', now).execute()
}
