import type { Db } from '../../database/database.ts'
import { SYSTEM_ROLES } from '../../permissions/permission-sets/permission-set.ts'

/** A span of time that includes `from` and excludes `until`. */
export type Span = { from: number; until: number }

/** A range of player ids that includes `from` and excludes `until`. */
export type IdSlice = { from: string; until: string }

/**
 * Counts registrations, using the index on `created_at`. Here and below, players whom the site made up for itself
 * are counted apart and left out, so that the index alone answers the rest.
 */
export async function countRegistrations(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  const madeUp = await madeUpOf(db).select('created_at as at').execute()
  return count - madeUp.filter(({ at }) => at >= from && at < until).length
}

/** Counts sign-ins, using the audit's index on actions. */
export async function countLogins(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  const madeUp = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('target', 'in', madeUpOf(db).select('id'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  return count - madeUp.count
}

/** Counts the players in one slice of ids, using the primary key. */
export async function countPlayers(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>=', from)
    .where('id', '<', until)
    .executeTakeFirstOrThrow()
  const madeUp = await madeUpOf(db).select('id').execute()
  return count - madeUp.filter(({ id }) => id >= from && id < until).length
}

/**
 * Counts those players' sessions, using the index on owners; an hourly chore deletes expired ones.
 */
export async function countSessions(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('player_id', '>=', from)
    .where('player_id', '<', until)
    .where('player_id', 'not in', madeUpOf(db).select('id'))
    .executeTakeFirstOrThrow()
  return count
}

function madeUpOf(db: Db) {
  return db.selectFrom('player').where('ends_at', 'is not', null)
}

export async function hasUsedKey(db: Db): Promise<boolean> {
  const used = db
    .selectFrom('api_key')
    .select('id')
    .where('used_at', 'is not', null)
    .where('ends_at', 'is', null)
  return (await used.limit(1).executeTakeFirst()) !== undefined
}

export async function hasTexture(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom('texture')
      .select('hash')
      .where(
        'hash',
        'not in',
        madeUpOf(db).select((eb) => eb.fn.coalesce('skin_hash', eb.val('')).as('hash')),
      )
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function hasNews(db: Db): Promise<boolean> {
  return (await db.selectFrom('news').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether there is a role that the site did not come with. */
export async function hasOwnRole(db: Db): Promise<boolean> {
  const roles = db.selectFrom('bundle').select('id').where('kind', '=', 'role')
  const own = roles.where('id', 'not in', SYSTEM_ROLES).limit(1)
  return (await own.executeTakeFirst()) !== undefined
}
