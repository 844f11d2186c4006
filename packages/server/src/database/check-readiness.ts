import { supportsAutocommit } from './compiled-query.ts'
import { type Db, pingDatabase } from './database.ts'

/** Runs a read; on PostgreSQL, also commits a write. Takes at most two seconds there. @throws an outage */
export async function checkReadiness(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (supportsAutocommit(adapter) && adapter.checkReadiness) await adapter.checkReadiness()
  else await pingDatabase(db)
}
