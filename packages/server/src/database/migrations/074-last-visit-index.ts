import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes players by the day of their last visit, for the sorted list of players. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'player_seen_on_id_index', 'player (seen_on, id)')
}
