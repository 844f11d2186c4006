import type { Db } from '../database/database.ts'

export type FormerName = { id: string; name: string; author: string; until: number }

const MAX_SHOWN = 100

export async function insertFormerName(
  tx: Db,
  playerId: string,
  { id, name, author, until }: FormerName,
): Promise<void> {
  await tx
    .insertInto('former_name')
    .values({ id, player_id: playerId, name, author, until })
    .execute()
}

export async function listFormerNames(db: Db, playerId: string): Promise<FormerName[]> {
  return db
    .selectFrom('former_name')
    .select(['id', 'name', 'author', 'until'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

/** Returns when the player last renamed the account; undefined if never. Renames by administrators do not count. */
export async function findOwnRename(db: Db, playerId: string): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('former_name')
    .select((eb) => eb.fn.max('until').as('at'))
    .where('player_id', '=', playerId)
    .where('author', '=', playerId)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
