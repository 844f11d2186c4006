import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes temporary players by the time when they end. There is hardly ever such a player, so the index is tiny. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'player_ends_at_index', 'player (ends_at) where ends_at is not null')
}
