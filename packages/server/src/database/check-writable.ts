import { supportsAutocommit } from './compiled-query.ts'
import { type Db, pingDatabase } from './database.ts'

/** Commits a write on PostgreSQL, within two seconds; on SQLite, runs a read. @throws an outage */
export async function checkWritable(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (supportsAutocommit(adapter) && adapter.checkWritable) await adapter.checkWritable()
  else await pingDatabase(db)
}
