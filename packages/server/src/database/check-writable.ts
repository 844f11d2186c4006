import { supportsAutocommit } from './compiled-query.ts'
import { type Db, pingDatabase } from './database.ts'

/** A committed write; for SQLite, a read. Takes at most two seconds on PostgreSQL. @throws an outage */
export async function checkWritable(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (supportsAutocommit(adapter) && adapter.checkWritable) await adapter.checkWritable()
  else await pingDatabase(db)
}
