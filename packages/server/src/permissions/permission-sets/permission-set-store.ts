import type { Selectable } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { BundleTable } from '../../database/tables/permissions.ts'
import type { Bundle, BundleKind } from './permission-set.ts'

/** Players with a role are counted up to this number, which is quick with a million players too. */
const MOST_COUNTED = 1000

const bundleColumns = ['id', 'kind', 'name', 'priority', 'permissions'] as const

/** Lists roles by priority, highest first, or groups by id. */
export async function listBundles(db: Db, kind: BundleKind): Promise<Bundle[]> {
  const rows = await db
    .selectFrom('bundle')
    .select(bundleColumns)
    .where('kind', '=', kind)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toBundle)
}

export async function findBundle(
  db: Db,
  kind: BundleKind,
  id: string,
): Promise<Bundle | undefined> {
  const row = await db
    .selectFrom('bundle')
    .select(bundleColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && toBundle(row)
}

/**
 * Finds bundles that the transaction is about to give, ordered by id. Until it ends nobody can delete
 * them, but others can give them too.
 */
export async function holdBundles(
  tx: Db,
  kind: BundleKind,
  ids: readonly string[],
): Promise<Bundle[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('bundle')
    .select(bundleColumns)
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forKeyShare())
    .execute()
  return rows.map(toBundle)
}

/** Finds a bundle and keeps others from giving, changing or deleting it until the transaction ends. */
export async function lockBundle(
  tx: Db,
  kind: BundleKind,
  id: string,
): Promise<Bundle | undefined> {
  const row = await tx
    .selectFrom('bundle')
    .select(bundleColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toBundle(row)
}

/** @returns whether the bundle was stored; false when a role or a group already has its id. */
export async function insertBundle(db: Db, bundle: Bundle, now: number): Promise<boolean> {
  const { id, kind, ...rest } = bundle
  const row = await db
    .insertInto('bundle')
    .values({ id, kind, created_at: now, ...contentsOf(rest) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateBundle(db: Db, { id, ...rest }: Bundle): Promise<void> {
  await db.updateTable('bundle').set(contentsOf(rest)).where('id', '=', id).execute()
}

/** Deletes a role and takes it from everybody who has it. */
export async function deleteRole(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('player_role').where('role_id', '=', id).execute()
  await tx.deleteFrom('bundle').where('id', '=', id).execute()
}

/** Deletes a donate group and ends its grants, which stay in the history. */
export async function deleteGroup(tx: Db, id: string, now: number): Promise<void> {
  await tx
    .updateTable('donate_grant')
    .set({ taken_at: now })
    .where('group_id', '=', id)
    .where('taken_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
  await tx.deleteFrom('bundle').where('id', '=', id).execute()
}

/** Counts the players with a role, up to `MOST_COUNTED`. */
export async function countHolders(db: Db, roleId: string): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('player_role')
        .select('player_id')
        .where('role_id', '=', roleId)
        .limit(MOST_COUNTED)
        .as('holder'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function contentsOf({ name, priority, permissions }: Omit<Bundle, 'id' | 'kind'>) {
  return { name, priority, permissions: JSON.stringify(permissions) }
}

function toBundle(row: Omit<Selectable<BundleTable>, 'created_at'>): Bundle {
  const permissions: string[] = JSON.parse(row.permissions) // only this file writes it
  return { ...row, kind: row.kind === 'group' ? 'group' : 'role', permissions }
}
