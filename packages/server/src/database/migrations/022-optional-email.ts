import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'
import { withOpenSchema } from '../sqlite/dialect.ts'

/**
 * Makes the email address of players optional. Both databases change only the definition of two columns and no row, so
 * the change takes as long for a million players as for one.
 */
export async function up(db: Db): Promise<void> {
  await (speaksPostgres(db) ? makeNullableOnPostgres(db) : makeNullableOnSqlite(db))
}

async function makeNullableOnPostgres(db: Db): Promise<void> {
  await sql`alter table player
    alter column email drop not null, alter column email_key drop not null`.execute(db)
}

async function makeNullableOnSqlite(db: Db): Promise<void> {
  await withOpenSchema(db, async () => {
    for (const statement of BY_SCHEMA) await sql.raw(statement).execute(db)
  })
  for (const statement of TRIGGERS) await sql.raw(statement).execute(db)
}

/**
 * SQLite before 3.53 has no statement that removes a NOT NULL. Its manual allows this way to edit the schema
 * (lang_altertable.html, 7). Replacing the table instead would delete the rows that refer to players.
 */
const BY_SCHEMA = [
  'pragma writable_schema = on',
  `update sqlite_schema set sql = replace(replace(sql,
      '"email" text not null', '"email" text'), '"email_key" text not null', '"email_key" text')
    where type = 'table' and name = 'player'`,
  'pragma writable_schema = reset',
]

/** The triggers of 014-player-search.ts, with an empty text for a missing address. */
const TRIGGERS = [
  'drop trigger player_search_insert',
  'drop trigger player_search_update',
  `create trigger player_search_insert after insert on player begin
    insert into player_search_place (player_id) values (new.id);
    insert into player_search (rowid, keys)
      select place, new.username_key || ' ' || coalesce(new.email_key, '')
      from player_search_place where player_id = new.id;
  end`,
  `create trigger player_search_update after update of username_key, email_key on player begin
    update player_search set keys = new.username_key || ' ' || coalesce(new.email_key, '')
      where rowid = (select place from player_search_place where player_id = new.id);
  end`,
]
