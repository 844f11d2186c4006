import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { GIVEN } from './023-ever-given.ts'

const AT_ONCE = 5000

/** Marks the players who were given something before the database marked them itself. */
export async function up(db: Db): Promise<void> {
  for (const table of GIVEN) {
    while (await markSome(db, table));
  }
}

async function markSome(db: Db, table: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update player set ever_given = 1 where id in (
    select player_id from ${sql.table(table)} as given join player as whose on whose.id = player_id
    where whose.ever_given = 0 limit ${sql.lit(AT_ONCE)}
  )`.execute(db)
  return numAffectedRows > 0n
}
