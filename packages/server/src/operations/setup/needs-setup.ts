import type { Db } from '../../database/database.ts'
import { isSetUp } from './setup-store.ts'

/**
 * The database is queried until there is an administrator: the last superuser cannot be removed, so the answer does not
 * change afterwards.
 */
export function needsSetup({ db }: { db: Db }): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await isSetUp(db)
    return !isOver
  }
}
