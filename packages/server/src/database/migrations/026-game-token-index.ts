import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

/** Finds a session by its game token. Few sessions have one. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'session_game_hash_index', 'session (game_hash) where game_hash is not null')
}
