import type { Db } from '../../database/database.ts'
import { lookupKey, type Player } from '../../players/player.ts'

export async function listNamed(
  db: Db,
  names: readonly string[],
): Promise<Pick<Player, 'id' | 'username'>[]> {
  if (names.length === 0) return []
  const keys = [...new Set(names.map(lookupKey))]
  return db
    .selectFrom('player')
    .select(['id', 'username'])
    .where('username_key', 'in', keys)
    .orderBy('username_key')
    .execute()
}
