import pg from 'pg'
import { MINUTE } from '../../src/platform/clock.ts'
import { connector } from '../../src/platform/database/postgres-hosts.ts'
import { PostgresLines } from '../../src/platform/database/postgres-lines.ts'
import { REAL_PACE } from '../../src/platform/database/postgres-patience.ts'

export const ECHO = 'select $1::text as text, $2::bigint as number, $3::text as nothing'

/** Opens lines to a database schema of their own, with an empty table, and a client beside them. */
export async function openLines() {
  const connectionString = process.env.TEST_DATABASE_URL ?? ''
  const direct = new pg.Client({ connectionString })
  await direct.connect()
  const name = `lines_${process.pid}_${(await direct.query('select pg_backend_pid() as pid')).rows[0].pid}`
  await direct.query(
    `create schema ${name}; set search_path = ${name}; create table item (id bigint)`,
  )
  const lines = linesTo(connectionString, {
    application_name: name,
    options: `-c search_path=${name}`,
    connectionTimeoutMillis: MINUTE, // a busy machine is no outage
  })
  return {
    lines,
    direct,
    ask: async (sql: string, ...parameters: unknown[]) =>
      (await lines.run({ sql, parameters })).rows,
    /** Takes the lock that a statement can be made to wait for. */
    lock: (key: number) => direct.query('select pg_advisory_lock($1)', [key]),
    async untilBlocked(count: number): Promise<void> {
      const blocked = `select 1 from pg_stat_activity where application_name = $1 and wait_event = 'advisory'`
      while ((await direct.query(blocked, [name])).rows.length < count);
    },
    kill: () =>
      direct.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      ),
    /** Ends the statements that run, as the server does when they have taken too long. */
    cancel: () =>
      direct.query(
        'select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      ),
    async [Symbol.asyncDispose]() {
      await direct.query('select pg_advisory_unlock_all()')
      await lines.end()
      await direct.query(`drop schema ${name} cascade`)
      await direct.end()
    },
  }
}

/** Makes lines to any server. */
export function linesTo(url: string, options: pg.ClientConfig = {}): PostgresLines {
  return new PostgresLines(connector(url, options, REAL_PACE), REAL_PACE, () => undefined)
}

/** Makes lines as to a pooler that gives each transaction another server: without names. */
export function pooledLinesTo(url: string): PostgresLines {
  const connect = connector(url, {}, REAL_PACE)
  const pooled = async () => ({ ...(await connect()), isPooled: true })
  return new PostgresLines(pooled, REAL_PACE, () => undefined)
}

export function briefly(outcome: PromiseSettledResult<unknown[]>): unknown {
  return outcome.status === 'fulfilled' ? outcome.value[0] : outcome.reason.code
}
