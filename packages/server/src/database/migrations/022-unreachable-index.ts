import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'player_unreachable_index', 'player (created_at, id) where email is null')
}
