import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FoundPlayer, PlayerFilters } from './player-search.ts'

/**
 * The part of a list of players that one query reads: at most `limit` rows of one index, after the end of the previous
 * page. So the cost of the query does not depend on the number of players. The filters are not a condition of the
 * query: the rows have the columns `banned`, `hasRole` and `hasGroup`, by which the caller drops rows that do not
 * match.
 */
export type RangeScan<Key> = {
  after: Key | undefined
  limit: number
  now: number
  filters: Pick<PlayerFilters, 'role' | 'group'>
}

export type ScanOptions = Omit<RangeScan<never>, 'after'>

/**
 * Returns the common part of the queries of all lists; each list adds its order and start. `banned`, `hasRole` and
 * `hasGroup` are subqueries for one row, because for `exists` PostgreSQL would read whole tables.
 */
export function selectPlayers(db: Db, { filters, limit, now }: ScanOptions) {
  return db
    .selectFrom('player')
    .select([
      'player.id',
      'username',
      'username_key as usernameKey',
      'email',
      'email_key as emailKey',
      'activated_at as activatedAt',
      'superuser_at as superuserAt',
      'totp_enabled_at as totpEnabledAt',
      'player.created_at as createdAt',
      'seen_on as seenOn',
      'deletes_at as deletesAt',
    ])
    .select((eb) => [
      runningBan(eb, now).limit(1).as('banned'),
      (filters.role === undefined ? eb.lit(null) : roleOf(eb, filters.role).limit(1)).as('hasRole'),
      (filters.group === undefined
        ? eb.lit(null)
        : runningGrant(eb, filters.group, now).limit(1)
      ).as('hasGroup'),
    ])
    .where('player.ends_at', 'is', null) // no players of self-tests
    .limit(limit)
}

type PlayerExpressions = ExpressionBuilder<Tables, 'player'>

function runningBan(eb: PlayerExpressions, now: number) {
  return eb
    .selectFrom('ban as running')
    .select('running.id')
    .whereRef('running.player_id', '=', 'player.id')
    .where('running.lifted_at', 'is', null)
    .where((of) =>
      of.or([of('running.expires_at', 'is', null), of('running.expires_at', '>', now)]),
    )
}

function roleOf(eb: PlayerExpressions, role: string) {
  return eb
    .selectFrom('player_role as given')
    .select('given.role_id')
    .whereRef('given.player_id', '=', 'player.id')
    .where('given.role_id', '=', role)
}

function runningGrant(eb: PlayerExpressions, group: string, now: number) {
  return eb
    .selectFrom('donate_grant as grant')
    .select('grant.id')
    .whereRef('grant.player_id', '=', 'player.id')
    .where('grant.group_id', '=', group)
    .where('grant.taken_at', 'is', null)
    .where('grant.starts_at', '<=', now)
    .where((of) => of.or([of('grant.ends_at', 'is', null), of('grant.ends_at', '>', now)]))
}

type Flags = Record<'banned' | 'hasRole' | 'hasGroup', string | null>

/**
 * Converts the columns `banned`, `hasRole` and `hasGroup` to booleans. They contain the ID of a row that makes them
 * true, such as the ban in effect, or null.
 */
export function toFoundPlayer(row: Omit<FoundPlayer, keyof Flags> & Flags): FoundPlayer {
  const { banned, hasRole, hasGroup } = row
  return { ...row, banned: banned !== null, hasRole: hasRole !== null, hasGroup: hasGroup !== null }
}
