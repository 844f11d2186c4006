import type { ShownProvider } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { type TtlCache, ttlCache } from '../../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { toPublicProvider } from './identity.ts'
import { listProviders } from './provider-store.ts'

const CACHE_TTL = 2 * SECOND

export function publicProviders(app: { db: Db; clock: Clock }): TtlCache<ShownProvider[]> {
  let last: ShownProvider[] = []
  return ttlCache(app.clock, CACHE_TTL, async () => {
    try {
      const providers = await listProviders(app.db)
      last = providers.filter(({ enabled }) => enabled).map(toPublicProvider)
    } catch {
      // while the database is unavailable, show the providers that were read last
    }
    return last
  })
}
