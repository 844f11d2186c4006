import { supportsAutocommit } from './compiled-query.ts'
import { type Db, pingDatabase } from './database.ts'

/**
 * Checks that the database responds: runs a read and, on PostgreSQL, also commits a test write, within two seconds.
 * @throws an outage (see `isOutage`)
 */
export async function checkReadiness(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (supportsAutocommit(adapter) && adapter.checkReadiness) await adapter.checkReadiness()
  else await pingDatabase(db)
}
