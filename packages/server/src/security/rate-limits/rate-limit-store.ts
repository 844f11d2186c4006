import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

export type CounterState = { calls: number; resetsAt: number }
/** `cost` is how many calls this call counts as; 1 by default. */
type CounterLimit = { calls: number; resetsAt: number; now: number; cost?: number }

/**
 * Counts a call, unless the limit is reached. One statement decides across all instances.
 * @returns the counter after the call; undefined if the limit is reached
 */
export async function countCall(
  db: Db,
  counter: string,
  limit: CounterLimit,
): Promise<CounterState | undefined> {
  const { calls, resetsAt, now, cost = 1 } = limit
  const values = { counter, resetsAt, now, cost, lastFree: calls - cost }
  return (await upsertCounter(db, values)).rows[0]
}

type CounterUpdate = {
  counter: string
  resetsAt: number
  now: number
  cost: number
  lastFree: number
}

/** A power failure may lose some calls, which is harmless. */
const ASYNC_COMMIT = { asyncCommit: true }

const upsertCounter = compiledQuery(
  (db, limit: Params<CounterUpdate>) =>
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
              eb('rate_limit.calls', '<=', limit.lastFree),
              eb('rate_limit.resets_at', '<=', limit.now),
            ]),
          ),
      )
      .returning(['calls', 'resets_at as resetsAt']),
  ASYNC_COMMIT,
)

/**
 * Takes a token from a bucket. The bucket gains a token per `refillInterval` and is full at `resets_at` (GCRA, ITU-T
 * I.371). One statement decides between concurrent calls.
 * @returns whether there was a token
 */
export async function consumeToken(
  db: Db,
  counter: string,
  { burst, refillInterval, now }: { burst: number; refillInterval: number; now: number },
): Promise<boolean> {
  const lastToken = now + (burst - 1) * refillInterval
  const { rows } = await upsertBucket(db, {
    counter,
    refillInterval,
    now,
    fullAt: now + refillInterval,
    lastToken,
  })
  return rows.length > 0
}

type Bucket = {
  counter: string
  refillInterval: number
  now: number
  fullAt: number
  lastToken: number
}

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
              .else(eb('rate_limit.resets_at', '+', bucket.refillInterval))
              .end(),
          }))
          .where('rate_limit.resets_at', '<=', bucket.lastToken),
      )
      .returning('calls'),
  ASYNC_COMMIT,
)

export async function findCounter(
  db: Db,
  counter: string,
  now: number,
): Promise<CounterState | undefined> {
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
