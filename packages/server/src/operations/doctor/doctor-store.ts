import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { isWaiting } from '../../mail/outbox-store.ts'

/** The state of a PostgreSQL server. `clockAt` is the time of the server's clock. */
export type PostgresState = {
  version: string
  maxConnections: number
  statementTimeout: string
  clockAt: number
}

export async function readPostgres(db: Db): Promise<PostgresState | undefined> {
  const { rows } = await sql<PostgresState>`
    select current_setting('server_version') as "version",
      current_setting('max_connections')::int as "maxConnections",
      current_setting('statement_timeout') as "statementTimeout",
      (extract(epoch from clock_timestamp()) * 1000)::bigint as "clockAt"
  `.execute(db)
  return rows[0]
}

export type SqliteState = { version: string; journalMode: string }

export async function readSqlite(db: Db): Promise<SqliteState | undefined> {
  const { rows } = await sql<SqliteState>`
    select sqlite_version() as "version", journal_mode as "journalMode" from pragma_journal_mode
  `.execute(db)
  return rows[0]
}

export async function listDamage(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select quick_check as line from pragma_quick_check limit 10
  `.execute(db)
  return rows.map(({ line }) => line).filter((line) => line !== 'ok')
}

/** Counts the instances that are connected to PostgreSQL, by `application_name`; 1 on SQLite. */
export async function countInstances(db: Db): Promise<number> {
  if (!speaksPostgres(db)) return 1
  const { rows } = await sql<{ count: number }>`
    select count(distinct application_name) as count from pg_stat_activity
    where datname = current_database() and application_name like 'portal/%'
  `.execute(db)
  return Math.max(1, rows[0]?.count ?? 1)
}

export async function oldestWaitingMail(db: Db): Promise<number | undefined> {
  const oldest = await db
    .selectFrom('outbox')
    .select('created_at as createdAt')
    .where(isWaiting)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.createdAt
}

export async function findAnyTexture(db: Db): Promise<string | undefined> {
  const texture = await db.selectFrom('texture').select('hash').limit(1).executeTakeFirst()
  return texture?.hash
}

export async function listUsedPermissions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key')
    .select('permissions')
    .where('used_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('ends_at', 'is', null)
    .execute()
  return rows.flatMap(({ permissions }): string[] => JSON.parse(permissions))
}
