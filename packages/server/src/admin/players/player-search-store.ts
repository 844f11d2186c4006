import type { Db } from '../../database/database.ts'
import {
  type RangeScan,
  type ScanOptions,
  selectPlayers,
  toFoundPlayer,
} from './player-row-store.ts'
import type { FoundPlayer } from './player-search.ts'

type InstantAndId = readonly [at: number, id: string]

/** The character that sorts after every other: `prefix + LAST` is after all texts with the prefix. */
const LAST = '\u{10FFFF}'

/** All players, or a part of them that has an index of its own. */
type Subset = 'all' | 'superusers' | 'guarded' | 'unconfirmed' | 'unreachable' | 'deleting'

function selectSubset(db: Db, subset: Subset, options: ScanOptions) {
  return selectPlayers(db, options)
    .$if(subset === 'superusers', (query) => query.where('superuser_at', 'is not', null))
    .$if(subset === 'guarded', (query) => query.where('totp_enabled_at', 'is not', null))
    .$if(subset === 'unconfirmed', (query) => query.where('activated_at', 'is', null))
    .$if(subset === 'unreachable', (query) => query.where('email', 'is', null))
    .$if(subset === 'deleting', (query) => query.where('deletes_at', 'is not', null))
}

export async function listNewest(
  db: Db,
  subset: Subset,
  range: RangeScan<InstantAndId>,
): Promise<FoundPlayer[]> {
  const [at, id] = range.after ?? [0, '']
  const rows = await selectSubset(db, subset, range)
    .$if(range.after !== undefined, (query) =>
      query
        .where('player.created_at', '<=', at)
        .where((eb) => eb.or([eb('player.created_at', '<', at), eb('player.id', '<', id)])),
    )
    .orderBy('player.created_at', 'desc')
    .orderBy('player.id', 'desc')
    .execute()
  return rows.map(toFoundPlayer)
}

export async function listOldest(
  db: Db,
  subset: Subset,
  range: RangeScan<InstantAndId>,
): Promise<FoundPlayer[]> {
  const [at, id] = range.after ?? [0, '']
  const rows = await selectSubset(db, subset, range)
    .$if(range.after !== undefined, (query) =>
      query
        .where('player.created_at', '>=', at)
        .where((eb) => eb.or([eb('player.created_at', '>', at), eb('player.id', '>', id)])),
    )
    .orderBy('player.created_at')
    .orderBy('player.id')
    .execute()
  return rows.map(toFoundPlayer)
}

/**
 * Lists players by the day of their last visit. Compares day and ID together, because many players have the same day.
 */
export async function listByVisit(
  db: Db,
  order: 'asc' | 'desc',
  range: RangeScan<InstantAndId>,
): Promise<FoundPlayer[]> {
  const [day, id] = range.after ?? [0, '']
  const rows = await selectPlayers(db, range)
    .$if(range.after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('player.seen_on', 'player.id'),
          order === 'asc' ? '>' : '<',
          tuple(eb.val(day), eb.val(id)),
        ),
      ),
    )
    .orderBy('player.seen_on', order)
    .orderBy('player.id', order)
    .execute()
  return rows.map(toFoundPlayer)
}

export async function listByName(db: Db, range: RangeScan<string>): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, range)
    .where('username_key', '>', range.after ?? '')
    .orderBy('username_key')
    .execute()
  return rows.map(toFoundPlayer)
}

/**
 * Lists the bans that were not lifted, newest first, with their players. `banned` tells whether this very ban is in
 * effect, so that a player who also has an earlier, expired ban matches once.
 */
export async function listBanned(
  db: Db,
  range: RangeScan<InstantAndId>,
): Promise<(FoundPlayer & { bannedAt: number; banId: string })[]> {
  const [at, id] = range.after ?? [0, '']
  const rows = await selectPlayers(db, range)
    .innerJoin('ban', 'ban.player_id', 'player.id')
    .select(['ban.created_at as bannedAt', 'ban.id as banId', 'ban.expires_at as banEndsAt'])
    .where('ban.lifted_at', 'is', null)
    .$if(range.after !== undefined, (query) =>
      query
        .where('ban.created_at', '<=', at)
        .where((eb) => eb.or([eb('ban.created_at', '<', at), eb('ban.id', '<', id)])),
    )
    .orderBy('ban.created_at', 'desc')
    .orderBy('ban.id', 'desc')
    .execute()
  return rows.map(({ bannedAt, banId, banEndsAt, ...row }) => {
    const runs = banEndsAt === null || banEndsAt > range.now
    return { ...toFoundPlayer(row), banned: runs, bannedAt, banId }
  })
}

export async function listOfRole(
  db: Db,
  role: string,
  range: RangeScan<string>,
): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, range)
    .innerJoin('player_role', 'player_role.player_id', 'player.id')
    .where('player_role.role_id', '=', role)
    .where('player_role.player_id', '>', range.after ?? '')
    .orderBy('player_role.player_id')
    .execute()
  return rows.map(toFoundPlayer)
}

export async function listOfGroup(
  db: Db,
  group: string,
  range: RangeScan<string>,
): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, range)
    .innerJoin('donate_grant', 'donate_grant.player_id', 'player.id')
    .where('donate_grant.group_id', '=', group)
    .where('donate_grant.taken_at', 'is', null)
    .where('donate_grant.starts_at', '<=', range.now)
    .where((eb) =>
      eb.or([eb('donate_grant.ends_at', 'is', null), eb('donate_grant.ends_at', '>', range.now)]),
    )
    .where('donate_grant.player_id', '>', range.after ?? '')
    .orderBy('donate_grant.player_id')
    .execute()
  return rows.map(toFoundPlayer)
}

/** Lists the players whose name or e-mail address begins with a lower-case text, alphabetically. */
export async function listByPrefix(
  db: Db,
  key: 'username_key' | 'email_key',
  prefix: string,
  range: RangeScan<string>,
): Promise<FoundPlayer[]> {
  const rows = await selectPlayers(db, range)
    .where(key, '>=', prefix)
    .where(key, '<', prefix + LAST)
    .$if(range.after !== undefined, (query) => query.where(key, '>', range.after ?? ''))
    .orderBy(key)
    .execute()
  return rows.map(toFoundPlayer)
}

export async function listByIds(
  db: Db,
  ids: readonly string[],
  range: ScanOptions,
): Promise<FoundPlayer[]> {
  if (ids.length === 0) return []
  return (await selectPlayers(db, range).where('player.id', 'in', ids).execute()).map(toFoundPlayer)
}

/**
 * Lists the IDs of players who signed in from an IP address, latest first. Searches only the last `searched` audit
 * entries of the address.
 */
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
        .orderBy('ip', 'desc') // lets planners use the index on addresses, as in audit-store
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
