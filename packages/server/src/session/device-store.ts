import { compiledQuery } from '../platform/compiled-query.ts'
import type { Db } from '../platform/database.ts'

/** Whether a player signed in with this mark before (see device.ts). */
export async function hasDevice(db: Db, playerId: string, mark: string): Promise<boolean> {
  return (await selectDevice(db, playerId, mark)).rows.length > 0
}

const selectDevice = compiledQuery((db, playerId: string, mark: string) =>
  db.selectFrom('device').select('mark').where('player_id', '=', playerId).where('mark', '=', mark),
)

/** Whether any account knows this mark: a cookie that nobody knows was not given out by this site. */
export async function isMarkKnown(db: Db, mark: string): Promise<boolean> {
  return (await selectMark(db, mark)).rows.length > 0
}

const selectMark = compiledQuery((db, mark: string) =>
  db.selectFrom('device').select('mark').where('mark', '=', mark).limit(1),
)

/**
 * Notes that a player signed in with this mark.
 *
 * @returns whether it was new; of parallel calls with one mark only one is told so.
 */
export async function rememberDevice(
  db: Db,
  playerId: string,
  mark: string,
  now: number,
): Promise<boolean> {
  if ((await insertDevice(db, playerId, mark, now)).changed === 1) return true
  await updateDevice(db, playerId, mark, now)
  return false
}

const insertDevice = compiledQuery((db, playerId: string, mark: string, now: number) =>
  db
    .insertInto('device')
    .values({ player_id: playerId, mark, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['player_id', 'mark']).doNothing()),
)

const updateDevice = compiledQuery((db, playerId: string, mark: string, now: number) =>
  db
    .updateTable('device')
    .set({ last_seen_at: now })
    .where('player_id', '=', playerId)
    .where('mark', '=', mark),
)

/** Forgets marks not seen since `before`: their cookies have expired. */
export async function deleteOldDevices(db: Db, before: number): Promise<void> {
  await db.deleteFrom('device').where('last_seen_at', '<', before).execute()
}
