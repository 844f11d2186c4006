import { runsAlone } from './compiled-query.ts'
import { type Db, pingDatabase } from './database.ts'

/**
 * Resolves once the database has committed a write; SQLite only has to answer. On PostgreSQL it takes
 * two seconds at most.
 *
 * @throws an outage
 */
export async function proveWrites(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (runsAlone(adapter) && adapter.provesWrites) await adapter.provesWrites()
  else await pingDatabase(db)
}
