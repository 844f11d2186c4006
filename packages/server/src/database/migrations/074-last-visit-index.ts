import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Sorts the list of players by the day of their last visit. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'player_seen_on_id_index', 'player (seen_on, id)')
}
