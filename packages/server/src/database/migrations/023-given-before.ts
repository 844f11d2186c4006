import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { GIVEN } from './023-ever-given.ts'

const AT_ONCE = 1000 // a second at most, because whoever wants one of them waits as long

/**
 * Marks the players who were given something before the database marked them itself, in the order of
 * their ids, by which each table has an index.
 */
export async function up(db: Db): Promise<void> {
  for (const table of GIVEN) {
    for (let after: string | null = ''; after !== null; ) after = await markSome(db, table, after)
  }
}

/** @returns the last player of these; null when nobody comes after them. */
async function markSome(db: Db, table: string, after: string): Promise<string | null> {
  const next = sql`select distinct player_id from ${sql.table(table)}
    where player_id > ${after} order by player_id limit ${sql.lit(AT_ONCE)}`
  const { rows } = await sql<{ last: string | null }>`
    select max(player_id) as last from (${next}) as next`.execute(db)
  await sql`update player set ever_given = 1 where ever_given = 0 and id in (${next})`.execute(db)
  return rows[0]?.last ?? null
}
