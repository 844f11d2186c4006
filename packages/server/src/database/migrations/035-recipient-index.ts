import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'outbox_recipient_index', 'outbox (lower(recipient), id)')
}
