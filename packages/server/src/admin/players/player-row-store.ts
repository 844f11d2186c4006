import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FoundPlayer, PlayerFilters } from './player-search.ts'

/**
 * How to read a part of a list of players. Each list follows one index from where the previous page
 * ended and reads at most `limit` rows, so its cost does not depend on the number of players. The
 * columns `banned`, `hasRole` and `hasGroup` answer the filters; the caller drops rows that do not
 * match.
 */
export type Walk<Key> = {
  after: Key | undefined
  limit: number
  now: number
  filters: Pick<PlayerFilters, 'role' | 'group'>
}

/** A walk whose list decides itself where it starts. */
export type Steps = Omit<Walk<never>, 'after'>

/**
 * Builds the common part of all lists of players; each list adds its order and its start. The flags
 * are subqueries of one row, because for an `exists` PostgreSQL would read their whole tables.
 */
export function selectPlayers(db: Db, { filters, limit, now }: Steps) {
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
      'deletes_at as deletesAt',
    ])
    .select((eb) => [
      runningBan(eb, now).limit(1).as('banned'),
      roleOf(eb, filters.role ?? '')
        .limit(1)
        .as('hasRole'),
      runningGrant(eb, filters.group ?? '', now)
        .limit(1)
        .as('hasGroup'),
    ])
    .where('player.ends_at', 'is', null) // whom the site made up for itself
    .limit(limit)
}

type OfPlayer = ExpressionBuilder<Tables, 'player'>

function runningBan(eb: OfPlayer, now: number) {
  return eb
    .selectFrom('ban as running')
    .select('running.id')
    .whereRef('running.player_id', '=', 'player.id')
    .where('running.lifted_at', 'is', null)
    .where((of) =>
      of.or([of('running.expires_at', 'is', null), of('running.expires_at', '>', now)]),
    )
}

function roleOf(eb: OfPlayer, role: string) {
  return eb
    .selectFrom('player_role as given')
    .select('given.role_id')
    .whereRef('given.player_id', '=', 'player.id')
    .where('given.role_id', '=', role)
}

function runningGrant(eb: OfPlayer, group: string, now: number) {
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

/** A flag that is set contains the id of its reason. */
export function toFound(row: Omit<FoundPlayer, keyof Flags> & Flags): FoundPlayer {
  const { banned, hasRole, hasGroup } = row
  return { ...row, banned: banned !== null, hasRole: hasRole !== null, hasGroup: hasGroup !== null }
}
