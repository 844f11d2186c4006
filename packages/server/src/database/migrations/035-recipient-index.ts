import type { Db } from '../database.ts'
import { buildIndex } from './build-index.ts'

/** Finds the mails to an address. */
export async function up(db: Db): Promise<void> {
  await buildIndex(db, 'outbox_recipient_index', 'outbox (lower(recipient), id)')
}
