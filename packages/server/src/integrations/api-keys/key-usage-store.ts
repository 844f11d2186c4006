import type { Db } from '../../database/database.ts'
import { MINUTE } from '../../platform/clock.ts'

export type KeyUse = { id: string; ip: string; at: number }

/** Records the use of a key, unless an instance has recorded one within the last minute. */
export async function recordUse(db: Db, { id, ip, at }: KeyUse): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ used_at: at, used_ip: ip })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<=', at - MINUTE)]))
    .execute()
}

/**
 * Records a refused request with a key. Requests from the address of the last recorded refusal are recorded at most
 * once a minute.
 */
export async function recordRefusal(db: Db, { id, ip, at }: KeyUse): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ refused_at: at, refused_ip: ip })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('refused_ip', 'is', null),
        eb('refused_ip', '<>', ip),
        eb('refused_at', '<=', at - MINUTE),
      ]),
    )
    .execute()
}
