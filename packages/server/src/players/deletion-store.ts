import type { Db } from '../database/database.ts'

export async function setDeletion(tx: Db, id: string, deletesAt: number | null): Promise<void> {
  await tx.updateTable('player').set({ deletes_at: deletesAt }).where('id', '=', id).execute()
}

export async function listDueDeletions(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('player')
    .select('id')
    .where('deletes_at', 'is not', null) // needed, because it is the condition of the partial index
    .where('deletes_at', '<=', now)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listTombstones(db: Db): Promise<{ id: string; deletedAt: number }[]> {
  return db
    .selectFrom('husk')
    .select(['id', 'deleted_at as deletedAt'])
    .orderBy('deleted_at')
    .orderBy('id')
    .execute()
}

export async function listExistingPlayerIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('player').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Thrown when a new account would get the UUID of a deleted player. */
export class UuidOfTombstone extends Error {
  constructor(id: string) {
    super(`the player with the uuid ${id} was deleted on this site`)
  }
}

/**
 * Checks that no new player has the UUID of a deleted player. Call it after the insert: the insert's primary key has
 * waited for a concurrent deletion, so this query sees the tombstone.
 * @throws UuidOfTombstone
 */
export async function refuseTombstoneUuids(tx: Db, ids: readonly string[]): Promise<void> {
  const [tombstone] = await listTombstonesAmong(tx, ids)
  if (tombstone !== undefined) throw new UuidOfTombstone(tombstone)
}

export async function listTombstonesAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('husk').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
