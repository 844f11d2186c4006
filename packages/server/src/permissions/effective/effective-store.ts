import { type Compilable, type Expression, type RawBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { keyOf, type Player } from '../../players/player.ts'
import { playerColumns, toPlayer } from '../../players/player-store.ts'

/** Something that a player holds, or a system role, which may apply to anybody. */
export type HeldRow = {
  kind: 'system' | 'role' | 'group' | 'donate' | 'personal' | 'ban'
  id: string
  name: string
  priority: number
  /** Nodes as JSON (`system`, `role`, `group`), a node (`donate`, `personal`), or the reason of a ban. */
  text: string
  /** The start of a grant. Profiles do not read it, because their grants have begun. */
  startsAt?: number | null
  endsAt: number | null
}

type Asked = { playerId: string; now: number; startedBy: number }

const selectHeld = compiledQuery(
  (db, asked: Params<Asked>): Compilable<HeldRow> => ({
    compile: () => selectHeldBy(asked).compile(db),
  }),
)

/** Lists everything that decides what a player may do now, in one statement. */
export async function listHeld(db: Db, playerId: string, now: number): Promise<HeldRow[]> {
  return (await selectHeld(db, { playerId, now, startedBy: now })).rows
}

/** Lists the same, together with the grants that begin later. */
export async function listHeldAhead(db: Db, playerId: string, now: number): Promise<HeldRow[]> {
  return (await selectHeld(db, { playerId, now, startedBy: Number.MAX_SAFE_INTEGER })).rows
}

/**
 * A player, and the result of `listHeld` for them as JSON. The object of the player also has the other columns of its
 * row, which nobody reads: to copy the row without them takes 0.5 µs.
 */
export type Holder = { player: Player; held: string }

type Whose = { id: string } | { username: string }

/**
 * Finds a player by id or name, in any case, and all they hold. Most players hold only system roles, which a
 * smaller statement returns than the one for a whole profile.
 */
export async function findHolder(db: Db, whose: Whose, now: number): Promise<Holder | undefined> {
  const name = 'id' in whose ? whose.id : keyOf(whose.username)
  if (holders.has(name)) return findWhole(db, whose, now)
  const [row] = (await askGiven(db, whose)).rows
  if (!row) return undefined
  if (row.everGiven === 0) return { player: toPlayer(row), held: row.held ?? '[]' }
  if (holders.size >= MOST_HOLDERS) holders.clear()
  holders.add(name)
  return findWhole(db, whose, now)
}

const MOST_HOLDERS = 10_000
/** For whom the whole statement is asked at once. It is right for everybody, so this is never wrong. */
const holders = new Set<string>()

async function findWhole(db: Db, whose: Whose, now: number): Promise<Holder | undefined> {
  const { rows } =
    'id' in whose
      ? await selectHolder(db, { id: whose.id, now })
      : await selectHolderByUsername(db, { usernameKey: keyOf(whose.username), now })
  const [row] = rows
  return row && { player: toPlayer(row), held: row.held }
}

/** Asks for a player, and whether they were ever given anything: who never was holds only system roles. */
function askGiven(db: Db, whose: Whose) {
  return 'id' in whose
    ? selectGiven(db, whose)
    : selectGivenByUsername(db, { usernameKey: keyOf(whose.username) })
}

const selectGiven = compiledQuery((db, { id }: Params<{ id: string }>) =>
  selectWithSystemRoles(db).where('id', '=', id),
)

const selectGivenByUsername = compiledQuery(
  (db, { usernameKey }: Params<{ usernameKey: string }>) =>
    selectWithSystemRoles(db).where('username_key', '=', usernameKey),
)

/** Selects players with the system roles, which `listHeld` would list, as JSON. */
function selectWithSystemRoles(db: Db) {
  const roles = sql<
    string | null
  >`(select cast(${listOf(db)} as text) from (${selectSystemRoles}) as held)`
  return db
    .selectFrom('player')
    .select([...playerColumns, 'ever_given as everGiven', roles.as('held')])
}

const selectHolder = compiledQuery((db, { id, now }: Params<{ id: string; now: number }>) =>
  selectHolders(db, now).where('id', '=', id),
)

const selectHolderByUsername = compiledQuery(
  (db, { usernameKey, now }: Params<{ usernameKey: string; now: number }>) =>
    selectHolders(db, now).where('username_key', '=', usernameKey),
)

function selectHolders(db: Db, now: Expression<number>) {
  const held = selectHeldBy({ playerId: sql.ref<string>('player.id'), now, startedBy: now })
  return db
    .selectFrom('player')
    .select(playerColumns)
    .select(sql<string>`(select cast(${listOf(db)} as text) from (${held}) as held)`.as('held'))
}

/** Makes one JSON list of the rows of `selectHeldBy`. */
function listOf(db: Db): RawBuilder<string> {
  const list = speaksPostgres(db)
    ? sql.raw('json_agg(json_build_object')
    : sql.raw('json_group_array(json_object')
  const fields = sql.raw(
    `'kind', kind, 'id', id, 'name', name, 'priority', priority, 'text', text, 'endsAt', "endsAt"`,
  )
  return sql`${list}(${fields}))`
}

const selectSystemRoles = sql`
    select 'system' as kind, id, name, priority, permissions as text,
      cast(null as bigint) as "startsAt", cast(null as bigint) as "endsAt"
    from bundle
    where id in ('default', 'banned', 'unactivated')`

function selectHeldBy({ playerId, now, startedBy }: Params<Asked>): RawBuilder<HeldRow> {
  return sql`${selectSystemRoles}
    union all
    select 'role', bundle.id, bundle.name, bundle.priority, bundle.permissions, null, null
    from player_role join bundle on bundle.id = player_role.role_id
    where player_role.player_id = ${playerId}
    union all
    select 'group', bundle.id, bundle.name, 0, bundle.permissions,
      donate_grant.starts_at, donate_grant.ends_at
    from donate_grant join bundle on bundle.id = donate_grant.group_id
    where donate_grant.player_id = ${playerId} and donate_grant.taken_at is null
      and donate_grant.starts_at <= ${startedBy}
      and (donate_grant.ends_at is null or donate_grant.ends_at > ${now})
    union all
    select 'donate', id, '', 0, node, starts_at, ends_at
    from donate_grant
    where player_id = ${playerId} and node is not null and taken_at is null
      and starts_at <= ${startedBy} and (ends_at is null or ends_at > ${now})
    union all
    select 'personal', '', '', 0, node, null, expires_at
    from player_node
    where player_id = ${playerId} and (expires_at is null or expires_at > ${now})
    union all
    select 'ban', id, '', 0, reason, null, expires_at
    from ban
    where player_id = ${playerId} and lifted_at is null
      and (expires_at is null or expires_at > ${now})
  `
}
