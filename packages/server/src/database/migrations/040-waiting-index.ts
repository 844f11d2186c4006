import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes inactive accounts that wait for confirmation, by the start of their wait. */
export async function up(db: Db): Promise<void> {
  await buildIndex(
    db,
    'player_waiting_index',
    'player (unconfirmed_since) where unconfirmed_since is not null and activated_at is null',
  )
}
