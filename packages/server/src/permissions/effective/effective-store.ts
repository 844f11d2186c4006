import { type Compilable, type Expression, type RawBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { lookupKey, type Player } from '../../players/player.ts'
import { playerColumns, toPlayer } from '../../players/player-store.ts'

export type PermissionRow = {
  kind: 'system' | 'role' | 'group' | 'donate' | 'personal' | 'ban'
  id: string
  name: string
  priority: number
  /** The nodes as JSON (`system`, `role`, `group`), a single node (`donate`, `personal`), or the reason of a ban. */
  text: string
  /** When the grant begins. It is not read for profiles, which contain only grants that have begun. */
  startsAt?: number | null
  endsAt: number | null
  /** The color, icon and position of a rank. They are not read for players who have only system roles. */
  color?: string | null
  icon?: string | null
  position?: number | null
}

type PermissionQuery = { playerId: string; now: number; startedBy: number }

const selectPermissionRows = compiledQuery(
  (db, query: Params<PermissionQuery>): Compilable<PermissionRow> => ({
    compile: () => permissionRowsQuery(query).compile(db),
  }),
)

export async function listPermissionRows(
  db: Db,
  playerId: string,
  now: number,
): Promise<PermissionRow[]> {
  return (await selectPermissionRows(db, { playerId, now, startedBy: now })).rows
}

export async function listPermissionRowsWithScheduled(
  db: Db,
  playerId: string,
  now: number,
): Promise<PermissionRow[]> {
  return (await selectPermissionRows(db, { playerId, now, startedBy: Number.MAX_SAFE_INTEGER }))
    .rows
}

/**
 * A player and the player's permission rows. `player` also has the other columns of the row, which no code reads: a
 * copy without them would take 0.5 µs.
 */
export type PlayerWithRows = { player: Player; rowsJson: string }

type PlayerKey = { id: string } | { username: string }

/**
 * Finds a player and the player's permission rows. First runs a smaller statement, which is enough for most players:
 * those who have only system roles.
 */
export async function findPlayerWithRows(
  db: Db,
  key: PlayerKey,
  now: number,
): Promise<PlayerWithRows | undefined> {
  const cacheKey = 'id' in key ? key.id : lookupKey(key.username)
  if (playersWithGrants.has(cacheKey)) return findWithAllRows(db, key, now)
  const [row] = (await queryEverGranted(db, key)).rows
  if (!row) return undefined
  if (row.everGiven === 0) return { player: toPlayer(row), rowsJson: row.held ?? '[]' }
  if (playersWithGrants.size >= MAX_PLAYERS_WITH_GRANTS) playersWithGrants.clear()
  playersWithGrants.add(cacheKey)
  return findWithAllRows(db, key, now)
}

const MAX_PLAYERS_WITH_GRANTS = 10_000
/**
 * The players for whom the small statement was not enough. The full statement is correct for all players, so an
 * outdated entry is harmless.
 */
const playersWithGrants = new Set<string>()

async function findWithAllRows(
  db: Db,
  key: PlayerKey,
  now: number,
): Promise<PlayerWithRows | undefined> {
  const { rows } =
    'id' in key
      ? await selectPlayerWithRows(db, { id: key.id, now })
      : await selectPlayerWithRowsByUsername(db, { usernameKey: lookupKey(key.username), now })
  const [row] = rows
  return row && { player: toPlayer(row), rowsJson: row.held }
}

function queryEverGranted(db: Db, key: PlayerKey) {
  return 'id' in key
    ? selectEverGranted(db, key)
    : selectEverGrantedByUsername(db, { usernameKey: lookupKey(key.username) })
}

const selectEverGranted = compiledQuery((db, { id }: Params<{ id: string }>) =>
  selectWithSystemRoles(db).where('id', '=', id),
)

const selectEverGrantedByUsername = compiledQuery(
  (db, { usernameKey }: Params<{ usernameKey: string }>) =>
    selectWithSystemRoles(db).where('username_key', '=', usernameKey),
)

function selectWithSystemRoles(db: Db) {
  const roles = sql<
    string | null
  >`(select cast(${jsonArrayOf(db, FIELDS)} as text) from (${selectSystemRoles}) as held)`
  return db
    .selectFrom('player')
    .select([...playerColumns, 'ever_given as everGiven', roles.as('held')])
}

const selectPlayerWithRows = compiledQuery((db, { id, now }: Params<{ id: string; now: number }>) =>
  selectPlayersWithRows(db, now).where('id', '=', id),
)

const selectPlayerWithRowsByUsername = compiledQuery(
  (db, { usernameKey, now }: Params<{ usernameKey: string; now: number }>) =>
    selectPlayersWithRows(db, now).where('username_key', '=', usernameKey),
)

function selectPlayersWithRows(db: Db, now: Expression<number>) {
  const permissionRows = permissionRowsQuery({
    playerId: sql.ref<string>('player.id'),
    now,
    startedBy: now,
  })
  return db
    .selectFrom('player')
    .select(playerColumns)
    .select(
      sql<string>`(select cast(${jsonArrayOf(db, `${FIELDS}, ${LOOK_FIELDS}`)} as text) from (${permissionRows}) as held)`.as(
        'held',
      ),
    )
}

const FIELDS = `'kind', kind, 'id', id, 'name', name, 'priority', priority, 'text', text, 'endsAt', "endsAt"`
const LOOK_FIELDS = `'color', color, 'icon', icon, 'position', position`

function jsonArrayOf(db: Db, fields: string): RawBuilder<string> {
  const aggregate = speaksPostgres(db)
    ? sql.raw('json_agg(json_build_object')
    : sql.raw('json_group_array(json_object')
  return sql`${aggregate}(${sql.raw(fields)}))`
}

const selectSystemRoles = sql`
    select 'system' as kind, id, name, priority, permissions as text,
      cast(null as bigint) as "startsAt", cast(null as bigint) as "endsAt", color, icon, position
    from bundle
    where id in ('default', 'banned', 'unactivated')`

function permissionRowsQuery({
  playerId,
  now,
  startedBy,
}: Params<PermissionQuery>): RawBuilder<PermissionRow> {
  return sql`${selectSystemRoles}
    union all
    select 'role', bundle.id, bundle.name, bundle.priority, bundle.permissions, null, null,
      null, null, null
    from player_role join bundle on bundle.id = player_role.role_id
    where player_role.player_id = ${playerId}
    union all
    select 'group', bundle.id, bundle.name, 0, bundle.permissions,
      donate_grant.starts_at, donate_grant.ends_at, bundle.color, bundle.icon, bundle.position
    from donate_grant join bundle on bundle.id = donate_grant.group_id
    where donate_grant.player_id = ${playerId} and donate_grant.taken_at is null
      and donate_grant.starts_at <= ${startedBy}
      and (donate_grant.ends_at is null or donate_grant.ends_at > ${now})
    union all
    select 'donate', id, '', 0, node, starts_at, ends_at, null, null, null
    from donate_grant
    where player_id = ${playerId} and node is not null and taken_at is null
      and starts_at <= ${startedBy} and (ends_at is null or ends_at > ${now})
    union all
    select 'personal', '', '', 0, node, null, expires_at, null, null, null
    from player_node
    where player_id = ${playerId} and (expires_at is null or expires_at > ${now})
    union all
    select 'ban', id, '', 0, reason, null, expires_at, null, null, null
    from ban
    where player_id = ${playerId} and lifted_at is null
      and (expires_at is null or expires_at > ${now})
  `
}
