import { isRankIcon } from '@portal/contract'
import type { Selectable } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { BundleTable } from '../../database/tables/permissions.ts'
import type { PermissionSet, PermissionSetKind } from './permission-set.ts'

/** How many players of a role are counted at most, so that counting is quick with a million players. */
const MAX_COUNTED = 1000

const permissionSetColumns = [
  'id',
  'kind',
  'name',
  'priority',
  'permissions',
  'color',
  'icon',
] as const

/**
 * A role or rank in a list. `position` is the place of a rank; null for roles and for ranks that were never ordered.
 */
export type ListedPermissionSet = PermissionSet & { position: number | null }

/** Lists roles by priority, highest first, and ranks in their order. */
export async function listPermissionSets(
  db: Db,
  kind: PermissionSetKind,
): Promise<ListedPermissionSet[]> {
  const rows = await db
    .selectFrom('bundle')
    .select([...permissionSetColumns, 'position'])
    .where('kind', '=', kind)
    .orderBy('priority', 'desc')
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...toPermissionSet(row), position: row.position }))
}

export async function findPermissionSet(
  db: Db,
  kind: PermissionSetKind,
  id: string,
): Promise<PermissionSet | undefined> {
  const row = await db
    .selectFrom('bundle')
    .select(permissionSetColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && toPermissionSet(row)
}

/**
 * Locks roles or ranks in the order of their IDs. Until the transaction ends, other transactions can assign them but
 * not delete them.
 * @returns those that exist
 */
export async function shareLockPermissionSets(
  tx: Db,
  kind: PermissionSetKind,
  ids: readonly string[],
): Promise<PermissionSet[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('bundle')
    .select(permissionSetColumns)
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forKeyShare())
    .execute()
  return rows.map(toPermissionSet)
}

/**
 * Finds a role or rank and locks it: until the transaction ends, no other transaction can assign, change or delete it.
 */
export async function lockPermissionSet(
  tx: Db,
  kind: PermissionSetKind,
  id: string,
): Promise<PermissionSet | undefined> {
  const row = await tx
    .selectFrom('bundle')
    .select(permissionSetColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toPermissionSet(row)
}

/**
 * Lists the ranks in their order and locks them. Until the transaction ends, no other transaction can order, change or
 * delete them, but others can create ranks and give existing ranks. Locks in the order of IDs to avoid deadlocks.
 */
export async function lockRankOrder(
  tx: Db,
): Promise<{ id: string; name: string; position: number | null }[]> {
  const ranks = await tx
    .selectFrom('bundle')
    .select(['id', 'name', 'position'])
    .where('kind', '=', 'group')
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forNoKeyUpdate())
    .execute()
  return ranks.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0)
}

export async function updateRankPosition(tx: Db, id: string, position: number): Promise<void> {
  await tx.updateTable('bundle').set({ position }).where('id', '=', id).execute()
}

/**
 * Stores a new role or rank.
 * @returns false if a role or rank already has this ID
 */
export async function insertPermissionSet(
  db: Db,
  permissionSet: PermissionSet,
  now: number,
): Promise<boolean> {
  const { id, kind, ...rest } = permissionSet
  const row = await db
    .insertInto('bundle')
    .values({ id, kind, created_at: now, ...toColumns(rest) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePermissionSet(db: Db, { id, ...rest }: PermissionSet): Promise<void> {
  await db.updateTable('bundle').set(toColumns(rest)).where('id', '=', id).execute()
}

export async function deleteRole(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('player_role').where('role_id', '=', id).execute()
  await tx.deleteFrom('bundle').where('id', '=', id).execute()
}

/** Deletes a rank and revokes its grants, which stay in the history. */
export async function deleteRank(tx: Db, id: string, now: number): Promise<void> {
  await tx
    .updateTable('donate_grant')
    .set({ taken_at: now })
    .where('group_id', '=', id)
    .where('taken_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
  await tx.deleteFrom('bundle').where('id', '=', id).execute()
}

export async function countPlayersWithRole(db: Db, roleId: string): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('player_role')
        .select('player_id')
        .where('role_id', '=', roleId)
        .limit(MAX_COUNTED)
        .as('holder'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function toColumns(permissionSet: Omit<PermissionSet, 'id' | 'kind'>) {
  const { name, priority, permissions, color, icon } = permissionSet
  return { name, priority, permissions: JSON.stringify(permissions), color, icon }
}

type PermissionSetRow = Pick<Selectable<BundleTable>, (typeof permissionSetColumns)[number]>

function toPermissionSet({ id, kind, name, priority, ...row }: PermissionSetRow): PermissionSet {
  const permissions: string[] = JSON.parse(row.permissions)
  return {
    id,
    kind: kind === 'group' ? 'group' : 'role',
    name,
    priority,
    permissions,
    color: row.color,
    icon: isRankIcon(row.icon) ? row.icon : null,
  }
}
