import type { Db } from '../../database/database.ts'
import { isSetUp } from './setup-store.ts'

/**
 * Makes a function that queries the database until there is an administrator. The last superuser cannot be removed, so
 * the answer does not change afterwards.
 */
export function needsSetup({ db }: { db: Db }): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await isSetUp(db)
    return !isOver
  }
}
