import type { Db } from '../../database/database.ts'
import { MINUTE } from '../../platform/clock.ts'

export type Seen = { id: string; ip: string; at: number }

/** Notes a use, unless any instance noted one within the last minute. */
export async function noteUse(db: Db, { id, ip, at }: Seen): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ used_at: at, used_ip: ip })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<=', at - MINUTE)]))
    .execute()
}

/** Notes a refusal: from a new address at once, from the same one once a minute. */
export async function noteRefusal(db: Db, { id, ip, at }: Seen): Promise<void> {
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
