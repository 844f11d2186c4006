import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'

/**
 * Adds a trigram index of names and addresses, which finds players by a part of them. Both databases update it in the
 * statement that changes a player.
 */
export async function up(db: Db): Promise<void> {
  await (speaksPostgres(db) ? indexPostgres(db) : indexSqlite(db))
}

/**
 * Creates the index. If the extension is missing or not permitted, leaves the index out: the doctor then explains how
 * to add it later. The index has no pending list (`fastupdate`), because the registration that fills the list would
 * have to process it.
 */
async function indexPostgres(db: Db): Promise<void> {
  await sql`do $$
    declare home text;
    begin
      create extension if not exists pg_trgm;
      select quote_ident(nspname) into strict home from pg_extension
        join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
      execute format(
        'create index player_search_index on player using gin
          (username_key %1$s.gin_trgm_ops, email_key %1$s.gin_trgm_ops) with (fastupdate = off)',
        home);
    exception when others then
      raise notice 'no pg_trgm: %', sqlerrm;
    end $$`.execute(db)
}

/** Creates the index. Numbers its rows in a separate table, because the row numbers of `player` may change. */
async function indexSqlite(db: Db): Promise<void> {
  const statements = [
    `create table player_search_place (
      place integer primary key, player_id text not null unique
    )`,
    `create virtual table player_search using fts5(
      keys, content = '', contentless_delete = 1, detail = none,
      tokenize = 'trigram case_sensitive 1'
    )`,
    `insert into player_search_place (player_id) select id from player order by created_at, id`,
    `insert into player_search (rowid, keys)
      select place, username_key || ' ' || email_key
      from player_search_place join player on player.id = player_id`,
    `create trigger player_search_insert after insert on player begin
      insert into player_search_place (player_id) values (new.id);
      insert into player_search (rowid, keys)
        select place, new.username_key || ' ' || new.email_key
        from player_search_place where player_id = new.id;
    end`,
    `create trigger player_search_update after update of username_key, email_key on player begin
      update player_search set keys = new.username_key || ' ' || new.email_key
        where rowid = (select place from player_search_place where player_id = new.id);
    end`,
    `create trigger player_search_delete after delete on player begin
      delete from player_search
        where rowid = (select place from player_search_place where player_id = old.id);
      delete from player_search_place where player_id = old.id;
    end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
