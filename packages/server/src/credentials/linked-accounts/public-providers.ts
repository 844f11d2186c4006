import type { ShownProvider } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { type Memo, memo } from '../../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { toShownProvider } from './identity.ts'
import { listProviders } from './provider-store.ts'

const REREAD_AFTER = 2 * SECOND

/** What `/config` says of the services that are on, read again every 2 s. */
export function shownProviders(app: { db: Db; clock: Clock }): Memo<ShownProvider[]> {
  let last: ShownProvider[] = []
  return memo(app.clock, REREAD_AFTER, async () => {
    try {
      const providers = await listProviders(app.db)
      last = providers.filter(({ enabled }) => enabled).map(toShownProvider)
    } catch {
      // While the database is away, pages open with those that were read last.
    }
    return last
  })
}
