import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes temporary players, of whom there is hardly ever one. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'player_ends_at_index', 'player (ends_at) where ends_at is not null')
}
