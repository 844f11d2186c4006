import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'

/** The tables with the roles, single nodes, ranks and bans of players. */
export const GIVEN = ['player_role', 'player_node', 'donate_grant', 'ban']

/**
 * Adds a mark for players who have or once had a row in one of these tables, and triggers that set the mark in the
 * statement that inserts the row. Most players lack the mark, so their requests can skip four queries.
 */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('player')
    .addColumn('ever_given', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  const mark = 'update player set ever_given = 1 where id = new.player_id and ever_given = 0;'
  if (!speaksPostgres(db)) {
    for (const table of GIVEN) {
      await sql
        .raw(`create trigger ${table}_given after insert on ${table} begin ${mark} end`)
        .execute(db)
    }
    return
  }
  await sql
    .raw(`create function mark_given() returns trigger language plpgsql
      as $$ begin ${mark} return null; end $$`)
    .execute(db)
  for (const table of GIVEN) {
    await sql
      .raw(`create trigger ${table}_given after insert on ${table}
        for each row execute function mark_given()`)
      .execute(db)
  }
}
