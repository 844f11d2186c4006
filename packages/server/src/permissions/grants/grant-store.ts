import type { Db } from '../../database/database.ts'
import type { Grant } from './grant.ts'

const grantColumns = [
  'id',
  'group_id as group',
  'node',
  'starts_at as startsAt',
  'ends_at as expiresAt',
  'created_at as createdAt',
  'author',
  'taken_at as takenAt',
] as const

export async function listGrants(
  db: Db,
  playerId: string,
  page: { beforeId?: string | undefined; limit: number },
): Promise<Grant[]> {
  const { beforeId } = page
  return db
    .selectFrom('donate_grant')
    .select(grantColumns)
    .where('player_id', '=', playerId)
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

export async function listActiveAndScheduledGrants(
  db: Db,
  playerId: string,
  now: number,
): Promise<Grant[]> {
  return db
    .selectFrom('donate_grant')
    .select(grantColumns)
    .where('player_id', '=', playerId)
    .where('taken_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('id')
    .execute()
}

export async function findGrant(db: Db, id: string): Promise<Grant | undefined> {
  return db.selectFrom('donate_grant').select(grantColumns).where('id', '=', id).executeTakeFirst()
}

export async function insertGrant(tx: Db, playerId: string, grant: Grant): Promise<void> {
  await tx
    .insertInto('donate_grant')
    .values({
      id: grant.id,
      player_id: playerId,
      group_id: grant.group,
      node: grant.node,
      starts_at: grant.startsAt,
      ends_at: grant.expiresAt,
      created_at: grant.createdAt,
      author: grant.author,
      taken_at: grant.takenAt,
    })
    .execute()
}

export async function updateGrantEnd(
  tx: Db,
  grant: { id: string; expiresAt: number | null },
): Promise<void> {
  await tx
    .updateTable('donate_grant')
    .set({ ends_at: grant.expiresAt })
    .where('id', '=', grant.id)
    .execute()
}

export async function markGrantRevoked(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('donate_grant').set({ taken_at: now }).where('id', '=', id).execute()
}
