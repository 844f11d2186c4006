import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

/** Finds accounts that are not activated and wait for confirmation, by how long they have been waiting. */
export async function up(db: Db): Promise<void> {
  await buildIndex(
    db,
    'player_waiting_index',
    'player (unconfirmed_since) where unconfirmed_since is not null and activated_at is null',
  )
}
