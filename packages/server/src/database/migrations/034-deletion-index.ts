import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

export async function up(db: Db): Promise<void> {
  await buildIndex(
    db,
    'player_deletes_at_index',
    'player (created_at, id) where deletes_at is not null',
  )
}
