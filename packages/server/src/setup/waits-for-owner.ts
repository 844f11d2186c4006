import { type Clock, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { type Memo, memo } from '../platform/memo.ts'
import { hasSuperuser } from './setup-store.ts'

const ASKED_EVERY = 2 * SECOND

/**
 * Tells whether nobody administers the site yet (docs/contract.md#captcha-and-config). Once there was an
 * administrator there always is one, so the database is not asked again.
 */
export function waitsForOwner(app: { db: Db; clock: Clock }): Memo<boolean> {
  let hasOwner = false
  return memo(app.clock, ASKED_EVERY, async () => {
    hasOwner ||= await hasSuperuser(app.db)
    return !hasOwner
  })
}
