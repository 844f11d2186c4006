import type { Db } from '../database/database.ts'

/** Sets when a player's account is deleted; null keeps it. */
export async function setDeletion(tx: Db, id: string, deletesAt: number | null): Promise<void> {
  await tx.updateTable('player').set({ deletes_at: deletesAt }).where('id', '=', id).execute()
}

/** Lists players whose account is to be deleted by now. */
export async function listDue(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('player')
    .select('id')
    .where('deletes_at', 'is not', null) // the condition of the index
    .where('deletes_at', '<=', now)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists everybody who was deleted, the earliest first. */
export async function listHusks(db: Db): Promise<{ id: string; deletedAt: number }[]> {
  return db
    .selectFrom('husk')
    .select(['id', 'deleted_at as deletedAt'])
    .orderBy('deleted_at')
    .orderBy('id')
    .execute()
}

/** Lists which of these uuids belong to a player. */
export async function listPresent(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('player').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Somebody would get the uuid of a player who was deleted. */
export class UuidOfHusk extends Error {
  constructor(id: string) {
    super(`the player with the uuid ${id} was deleted on this site`)
  }
}

/**
 * Fails when one of these was deleted. It runs after the statement that inserts them, in the same transaction:
 * the primary key has made that statement wait for a deletion of the same time, so this one sees its husk.
 *
 * @throws UuidOfHusk
 */
export async function refuseHusks(tx: Db, ids: readonly string[]): Promise<void> {
  const [husk] = await listHusksAmong(tx, ids)
  if (husk !== undefined) throw new UuidOfHusk(husk)
}

/** Lists which of these uuids belonged to a player who was deleted. */
export async function listHusksAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('husk').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
