import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/** Indexes ranks and bans that begin or end on their own, by that instant. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'donate_grant_end_index', 'donate_grant (ends_at) where ends_at is not null')
  await buildIndex(db, 'donate_grant_start_index', 'donate_grant (starts_at)')
  await buildIndex(db, 'ban_end_index', 'ban (expires_at) where expires_at is not null')
}
