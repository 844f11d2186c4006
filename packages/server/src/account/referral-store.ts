import { NEWEST } from '../database/cursor.ts'
import type { Db } from '../database/database.ts'

export async function listInvited(
  db: Db,
  inviterId: string,
  page: { before: readonly [createdAt: number, id: string] | undefined; limit: number },
): Promise<{ id: string; username: string; createdAt: number }[]> {
  const [at, id] = page.before ?? NEWEST
  return db
    .selectFrom('player')
    .select(['id', 'username', 'created_at as createdAt'])
    .where('inviter_id', '>=', inviterId)
    .where((eb) =>
      eb(eb.refTuple('inviter_id', 'created_at', 'id'), '<', eb.tuple(inviterId, at, id)),
    )
    .orderBy('inviter_id', 'desc') // lets query planners use the index on inviters
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}
