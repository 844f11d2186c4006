import { sql } from 'kysely'
import type { Db } from '../database.ts'

export const nonTransactional = true

const BATCH_SIZE = 1000 // a batch may take at most a second: changes of its players wait for it

/** Fills the days of the last visits from devices and sessions. */
export async function up(db: Db): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await fillSome(db, after)
}

/**
 * Fills one batch.
 * @returns the ID of the last player of this batch; null after the last batch
 */
async function fillSome(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last
    from (select id from player where id > ${after} order by id limit ${sql.lit(BATCH_SIZE)}) as next
  `.execute(db)
  const last = rows[0]?.last ?? null
  if (last === null) return null
  await sql`
    update player set seen_on = visit.day
    from (
      select player_id, max(at) - max(at) % 86400000 as day
      from (
        select player_id, last_seen_at as at from device where player_id > ${after} and player_id <= ${last}
        union all
        select player_id, updated_at from session where player_id > ${after} and player_id <= ${last}
      ) as seen
      group by player_id
    ) as visit
    where player.id = visit.player_id and player.seen_on < visit.day
  `.execute(db)
  return last
}
