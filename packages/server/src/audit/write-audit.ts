import type { Db } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { type AuditEntry, newAudit } from './audit.ts'
import { insertAudit } from './audit-store.ts'

/** Writes an audit entry for something that changes nothing else, such as a refusal. */
export async function writeAudit(
  app: { db: Db; clock: Clock; random: Random },
  entry: AuditEntry,
): Promise<void> {
  await insertAudit(app.db, newAudit(app, entry))
}
