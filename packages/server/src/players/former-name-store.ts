import type { Db } from '../database/database.ts'

/** A name that a player had, until when, and who changed it: a player's id, or `command`. */
export type FormerName = { id: string; name: string; author: string; until: number }

/** How many are shown. */
const MOST_SHOWN = 100

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

/** Lists what a player was called before, the last name first. */
export async function listFormerNames(db: Db, playerId: string): Promise<FormerName[]> {
  return db
    .selectFrom('former_name')
    .select(['id', 'name', 'author', 'until'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

/** Finds when players last changed their own name; a change by an administrator does not count. */
export async function findOwnRename(db: Db, playerId: string): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('former_name')
    .select((eb) => eb.fn.max('until').as('at'))
    .where('player_id', '=', playerId)
    .where('author', '=', playerId)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
