import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

export type Counted = { calls: number; resetsAt: number }
/** `cost` is how many calls one call counts for (default 1). */
type Limit = { calls: number; resetsAt: number; now: number; cost?: number }

/**
 * Counts one call unless the counter is full. One statement decides, so exactly `limit.calls` of any
 * number of parallel calls are let through per window, across all instances.
 *
 * @returns the counter after the call, or undefined when it was full.
 */
export async function countCall(
  db: Db,
  counter: string,
  limit: Limit,
): Promise<Counted | undefined> {
  const { calls, resetsAt, now, cost = 1 } = limit
  const values = { counter, resetsAt, now, cost, lastPlace: calls - cost }
  return (await upsertCounter(db, values)).rows[0]
}

type Counting = { counter: string; resetsAt: number; now: number; cost: number; lastPlace: number }

/** Fleeting: a few calls beyond a limit do no harm after the machine has lost its power. */
const FLEETING = { fleeting: true }

const upsertCounter = compiledQuery(
  (db, limit: Params<Counting>) =>
    db
      .insertInto('rate_limit')
      .values({ counter: limit.counter, calls: limit.cost, resets_at: limit.resetsAt })
      .onConflict((conflict) =>
        conflict
          .column('counter')
          .doUpdateSet((eb) => {
            const over = eb('rate_limit.resets_at', '<=', limit.now)
            const next = eb('rate_limit.calls', '+', limit.cost)
            const end = eb.ref('rate_limit.resets_at')
            return {
              calls: eb.case().when(over).then(eb.val(limit.cost)).else(next).end(),
              resets_at: eb.case().when(over).then(eb.val(limit.resetsAt)).else(end).end(),
            }
          })
          .where((eb) =>
            eb.or([
              eb('rate_limit.calls', '<=', limit.lastPlace),
              eb('rate_limit.resets_at', '<=', limit.now),
            ]),
          ),
      )
      .returning(['calls', 'resets_at as resetsAt']),
  FLEETING,
)

/**
 * Takes one turn from a bucket unless it is empty. A bucket holds `turns` and gains one per `pause`
 * until it is full again, which it is at the counter's `resets_at` (the generic cell rate algorithm
 * of ITU-T I.371). One statement decides, so no turn is taken twice, across all instances.
 *
 * @returns whether there was a turn to take.
 */
export async function takeTurn(
  db: Db,
  counter: string,
  { turns, pause, now }: { turns: number; pause: number; now: number },
): Promise<boolean> {
  const lastTurn = now + (turns - 1) * pause
  const { rows } = await upsertBucket(db, { counter, pause, now, fullAt: now + pause, lastTurn })
  return rows.length > 0
}

type Bucket = { counter: string; pause: number; now: number; fullAt: number; lastTurn: number }

const upsertBucket = compiledQuery(
  (db, bucket: Params<Bucket>) =>
    db
      .insertInto('rate_limit')
      .values({ counter: bucket.counter, calls: 1, resets_at: bucket.fullAt })
      .onConflict((conflict) =>
        conflict
          .column('counter')
          .doUpdateSet((eb) => ({
            calls: eb('rate_limit.calls', '+', 1),
            resets_at: eb
              .case()
              .when('rate_limit.resets_at', '<=', bucket.now)
              .then(eb.val(bucket.fullAt))
              .else(eb('rate_limit.resets_at', '+', bucket.pause))
              .end(),
          }))
          .where('rate_limit.resets_at', '<=', bucket.lastTurn),
      )
      .returning('calls'),
  FLEETING,
)

/** Finds the present state of a counter; undefined when it has no running window. */
export async function findCounter(
  db: Db,
  counter: string,
  now: number,
): Promise<Counted | undefined> {
  return (await selectCounter(db, { counter, now })).rows[0]
}

const selectCounter = compiledQuery(
  (db, { counter, now }: Params<{ counter: string; now: number }>) =>
    db
      .selectFrom('rate_limit')
      .select(['calls', 'resets_at as resetsAt'])
      .where('counter', '=', counter)
      .where('resets_at', '>', now),
)

export async function deleteOldCounters(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('resets_at', '<=', now).execute()
}
