import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { GIVEN } from './023-ever-given.ts'

export const nonTransactional = true

const BATCH_SIZE = 1000 // a batch may take at most a second: changes of its players wait for it

/**
 * Marks the players who had roles, nodes, ranks or bans before the trigger existed. Works in batches by the player's
 * ID, for which each table has an index.
 */
export async function up(db: Db): Promise<void> {
  for (const table of GIVEN) {
    for (let after: string | null = ''; after !== null; ) after = await markSome(db, table, after)
  }
}

/**
 * Marks the players of one batch.
 * @returns the ID of the last player of this batch; null after the last batch
 */
async function markSome(db: Db, table: string, after: string): Promise<string | null> {
  const next = sql`select distinct player_id from ${sql.table(table)}
    where player_id > ${after} order by player_id limit ${sql.lit(BATCH_SIZE)}`
  const { rows } = await sql<{ last: string | null }>`
    select max(player_id) as last from (${next}) as next`.execute(db)
  await sql`update player set ever_given = 1 where ever_given = 0 and id in (${next})`.execute(db)
  return rows[0]?.last ?? null
}
