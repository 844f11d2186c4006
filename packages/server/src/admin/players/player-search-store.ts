import type { Db } from '../../database/database.ts'
import { type Steps, selectPlayers, toFound, type Walk } from './player-row-store.ts'
import type { FoundPlayer } from './player-search.ts'

type InstantAndId = readonly [at: number, id: string]

/** Sorts after every other character, so `prefix + LAST` is above all texts with that prefix. */
const LAST = '\u{10FFFF}'

/** Lists players, newest first: all, or one of the sets that have an index of their own. */
export async function listNewest(
  db: Db,
  among: 'all' | 'superusers' | 'guarded' | 'unconfirmed' | 'unreachable' | 'deleting',
  walk: Walk<InstantAndId>,
): Promise<FoundPlayer[]> {
  const [at, id] = walk.after ?? [0, '']
  const rows = await selectPlayers(db, walk)
    .$if(among === 'superusers', (query) => query.where('superuser_at', 'is not', null))
    .$if(among === 'guarded', (query) => query.where('totp_enabled_at', 'is not', null))
    .$if(among === 'unconfirmed', (query) => query.where('activated_at', 'is', null))
    .$if(among === 'unreachable', (query) => query.where('email', 'is', null))
    .$if(among === 'deleting', (query) => query.where('deletes_at', 'is not', null))
    .$if(walk.after !== undefined, (query) =>
      query
        .where('player.created_at', '<=', at)
        .where((eb) => eb.or([eb('player.created_at', '<', at), eb('player.id', '<', id)])),
    )
    .orderBy('player.created_at', 'desc')
    .orderBy('player.id', 'desc')
    .execute()
  return rows.map(toFound)
}

/**
 * Lists the bans that nobody lifted, newest first, each with its player. `banned` tells whether that
 * very ban is running, so a player who was banned again after an earlier ban ended matches once.
 */
export async function listBanned(
  db: Db,
  walk: Walk<InstantAndId>,
): Promise<(FoundPlayer & { bannedAt: number; banId: string })[]> {
  const [at, id] = walk.after ?? [0, '']
  const rows = await selectPlayers(db, walk)
    .innerJoin('ban', 'ban.player_id', 'player.id')
    .select(['ban.created_at as bannedAt', 'ban.id as banId', 'ban.expires_at as banEndsAt'])
    .where('ban.lifted_at', 'is', null)
    .$if(walk.after !== undefined, (query) =>
      query
        .where('ban.created_at', '<=', at)
        .where((eb) => eb.or([eb('ban.created_at', '<', at), eb('ban.id', '<', id)])),
    )
    .orderBy('ban.created_at', 'desc')
    .orderBy('ban.id', 'desc')
    .execute()
  return rows.map(({ bannedAt, banId, banEndsAt, ...row }) => {
    const runs = banEndsAt === null || banEndsAt > walk.now
    return { ...toFound(row), banned: runs, bannedAt, banId }
  })
}

/** Lists the players with a role, by id. */
export async function listOfRole(db: Db, role: string, walk: Walk<string>): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, walk)
    .innerJoin('player_role', 'player_role.player_id', 'player.id')
    .where('player_role.role_id', '=', role)
    .where('player_role.player_id', '>', walk.after ?? '')
    .orderBy('player_role.player_id')
    .execute()
  return rows.map(toFound)
}

/** Lists the players who have a donate group now, by id; once per grant. */
export async function listOfGroup(
  db: Db,
  group: string,
  walk: Walk<string>,
): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, walk)
    .innerJoin('donate_grant', 'donate_grant.player_id', 'player.id')
    .where('donate_grant.group_id', '=', group)
    .where('donate_grant.taken_at', 'is', null)
    .where('donate_grant.starts_at', '<=', walk.now)
    .where((eb) =>
      eb.or([eb('donate_grant.ends_at', 'is', null), eb('donate_grant.ends_at', '>', walk.now)]),
    )
    .where('donate_grant.player_id', '>', walk.after ?? '')
    .orderBy('donate_grant.player_id')
    .execute()
  return rows.map(toFound)
}

/** Lists the players whose name or e-mail address begins with a lower-case text, alphabetically. */
export async function listByPrefix(
  db: Db,
  key: 'username_key' | 'email_key',
  prefix: string,
  walk: Walk<string>,
): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, walk)
    .where(key, '>=', prefix)
    .where(key, '<', prefix + LAST)
    .$if(walk.after !== undefined, (query) => query.where(key, '>', walk.after ?? ''))
    .orderBy(key)
    .execute()
  return rows.map(toFound)
}

/** Lists these players, in no particular order. */
export async function listByIds(
  db: Db,
  ids: readonly string[],
  walk: Steps,
): Promise<FoundPlayer[]> {
  if (ids.length === 0) return []
  return (await selectPlayers(db, walk).where('player.id', 'in', ids).execute()).map(toFound)
}

/** Lists who signed in from an IP address, last first, by its last `searched` records. */
export async function listSignedInFrom(
  db: Db,
  ip: string,
  page: { searched: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('audit')
        .select(['action', 'target', 'at'])
        .where('ip', '>=', ip)
        .where('ip', '<=', ip)
        .orderBy('ip', 'desc') // as in audit-store: makes planners use the index of addresses
        .orderBy('at', 'desc')
        .limit(page.searched)
        .as('last'),
    )
    .select(['target', (eb) => eb.fn.max('at').as('at')])
    .where('action', '=', 'login.succeeded')
    .groupBy('target')
    .orderBy('at', 'desc')
    .orderBy('target')
    .limit(page.limit)
    .execute()
  return rows.flatMap(({ target }) => target ?? [])
}

/** Lists the roles of these players, without `default`. */
export async function listRolesOf(
  db: Db,
  playerIds: readonly string[],
): Promise<{ playerId: string; role: string }[]> {
  if (playerIds.length === 0) return []
  return db
    .selectFrom('player_role')
    .select(['player_id as playerId', 'role_id as role'])
    .where('player_id', 'in', playerIds)
    .orderBy('role_id')
    .execute()
}
