import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'session_game_hash_index', 'session (game_hash) where game_hash is not null')
}
