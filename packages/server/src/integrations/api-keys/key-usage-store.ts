import type { Db } from '../../database/database.ts'
import { MINUTE } from '../../platform/clock.ts'

export type KeyUse = { id: string; ip: string; at: number }

/** Records a use, unless any instance recorded one within the last minute. */
export async function recordUse(db: Db, { id, ip, at }: KeyUse): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ used_at: at, used_ip: ip })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<=', at - MINUTE)]))
    .execute()
}

/** Records a refusal: immediately from a new address, once a minute from the same one. */
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
