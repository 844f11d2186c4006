import type { Db } from '../platform/database/database.ts'
import type { IdSlice } from '../player/list/count-in-slices.ts'

/** A stretch of time: `from` belongs to it, `until` does not. */
export type Span = { from: number; until: number }

/** Counted along the index of the instants. */
export async function countRegistrations(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return count
}

/** Counted along the audit's index of actions. */
export async function countLogins(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  return count
}

/** Of the players whose ids are in a slice, along their index. */
export async function countPlayers(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('id', '<', until ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Of those players, along the index of the sessions' owners; an hourly chore sweeps what is over. */
export async function countSessions(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(from !== undefined, (query) => query.where('player_id', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('player_id', '<', until ?? ''))
    .executeTakeFirstOrThrow()
  return count
}
