import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

/** Finds the players whose account is to be deleted, the newest first. */
export async function up(db: Db): Promise<void> {
  await buildIndex(
    db,
    'player_deletes_at_index',
    'player (created_at, id) where deletes_at is not null',
  )
}
