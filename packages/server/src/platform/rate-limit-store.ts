import { compiledQuery } from './compiled-query.ts'
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
  return (await upsertCounter(db, counter, limit)).rows[0]
}

const upsertCounter = compiledQuery(
  (db, counter: string, limit: { calls: number; resetsAt: number; now: number }) =>
    db
      .insertInto('rate_limit')
      .values({ counter, calls: 1, resets_at: limit.resetsAt })
      .onConflict((conflict) =>
        conflict
          .column('counter')
          .doUpdateSet((eb) => {
            const over = eb('rate_limit.resets_at', '<=', limit.now)
            const next = eb('rate_limit.calls', '+', 1)
            const end = eb.ref('rate_limit.resets_at')
            return {
              calls: eb.case().when(over).then(1).else(next).end(),
              resets_at: eb.case().when(over).then(limit.resetsAt).else(end).end(),
            }
          })
          .where((eb) =>
            eb.or([
              eb('rate_limit.calls', '<', limit.calls),
              eb('rate_limit.resets_at', '<=', limit.now),
            ]),
          ),
      )
      .returning(['calls', 'resets_at as resetsAt']),
)

/** The counter as it stands; undefined when nothing counts in a running window. */
export async function findCounter(
  db: Db,
  counter: string,
  now: number,
): Promise<Counted | undefined> {
  return (await selectCounter(db, counter, now)).rows[0]
}

const selectCounter = compiledQuery((db, counter: string, now: number) =>
  db
    .selectFrom('rate_limit')
    .select(['calls', 'resets_at as resetsAt'])
    .where('counter', '=', counter)
    .where('resets_at', '>', now),
)

export async function deleteOldCounters(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('resets_at', '<=', now).execute()
}
