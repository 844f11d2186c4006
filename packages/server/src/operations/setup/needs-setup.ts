import type { Db } from '../../database/database.ts'
import { isSetUp } from './setup-store.ts'

/**
 * Whether the site has no administrator yet (docs/contract.md#captcha-and-config). The database is queried
 * until it has one: the last superuser cannot be removed, so the answer does not change afterwards.
 */
export function waitsForOwner({ db }: { db: Db }): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await isSetUp(db)
    return !isOver
  }
}
