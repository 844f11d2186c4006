import type { Db } from '../../database/database.ts'
import { SYSTEM_ROLES } from '../../permissions/permission-sets/permission-set.ts'

const LAUNCHER_PERMISSIONS = ['kernel.launcher.provider', 'kernel.provider']

/** A span of time that includes `from` and excludes `until`. */
export type Span = { from: number; until: number }

/** A range of player IDs that includes `from` and excludes `until`. */
export type IdSlice = { from: string; until: string }

/**
 * Counts registrations, except those of self-tests. The players of self-tests are counted separately and subtracted,
 * here and in the functions below, so that the index on `created_at` is enough to count all.
 */
export async function countRegistrations(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  const ofProbes = await probeAccountsOf(db).select('created_at as at').execute()
  return count - ofProbes.filter(({ at }) => at >= from && at < until).length
}

export async function countLogins(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  const ofProbes = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('target', 'in', probeAccountsOf(db).select('id'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  return count - ofProbes.count
}

export async function countPlayers(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>=', from)
    .where('id', '<', until)
    .executeTakeFirstOrThrow()
  const ofProbes = await probeAccountsOf(db).select('id').execute()
  return count - ofProbes.filter(({ id }) => id >= from && id < until).length
}

/** Counts the sessions of players in a range of IDs. Expired sessions are included until an hourly job deletes them. */
export async function countSessions(db: Db, { from, until }: IdSlice): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('player_id', '>=', from)
    .where('player_id', '<', until)
    .where('player_id', 'not in', probeAccountsOf(db).select('id'))
    .executeTakeFirstOrThrow()
  return count
}

function probeAccountsOf(db: Db) {
  return db.selectFrom('player').where('ends_at', 'is not', null)
}

/** Whether a launcher server has used its API key. Keys of game servers and other programs do not count. */
export async function hasUsedLauncherKey(db: Db): Promise<boolean> {
  const used = db
    .selectFrom('api_key')
    .select('id')
    .where('used_at', 'is not', null)
    .where('ends_at', 'is', null)
    .where((eb) =>
      eb.or(LAUNCHER_PERMISSIONS.map((node) => eb('permissions', 'like', `%"${node}"%`))),
    )
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
        probeAccountsOf(db).select((eb) => eb.fn.coalesce('skin_hash', eb.val('')).as('hash')),
      )
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function hasNews(db: Db): Promise<boolean> {
  return (await db.selectFrom('news').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function hasOwnRole(db: Db): Promise<boolean> {
  const roles = db.selectFrom('bundle').select('id').where('kind', '=', 'role')
  const own = roles.where('id', 'not in', SYSTEM_ROLES).limit(1)
  return (await own.executeTakeFirst()) !== undefined
}
