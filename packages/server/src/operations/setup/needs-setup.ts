import type { Db } from '../../database/database.ts'
import { isSetUp } from './setup-store.ts'

/**
 * Makes a function that returns whether the site still has no administrator. It queries the database until there is
 * one. The last superuser cannot be removed, so afterwards the result stays the same.
 */
export function needsSetup({ db }: { db: Db }): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await isSetUp(db)
    return !isOver
  }
}
