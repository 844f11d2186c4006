import pg from 'pg'
import { PostgresConnections } from '../../src/database/postgres/connections.ts'
import { MINUTE } from '../../src/platform/clock.ts'

export const ECHO = 'select $1::text as text, $2::bigint as number, $3::text as nothing'

/**
 * Lengthens each second of a timeout to a minute, so that a busy machine is not taken for an
 * outage.
 */
export const TIME_SCALE = { second: MINUTE }

type SendQuery = (sql: string, ...parameters: unknown[]) => Promise<unknown[]>

/** Opens the connections of a site to a new schema with an empty table, and a separate client. */
export async function openConnections() {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const direct = new pg.Client(url)
  await direct.connect()
  const name = `single_${process.pid}_${(await direct.query('select pg_backend_pid() as pid')).rows[0].pid}`
  await direct.query(
    `create schema ${name}; set search_path = ${name}; create table item (id bigint)`,
  )
  const own = new URLSearchParams({ application_name: name, options: `-c search_path=${name}` })
  const connections = connectionsTo(`${url}?${own}`)
  return {
    connections,
    direct,
    ask: queryWith(connections),
    /** Takes an advisory lock, so that a test can make statements wait for it. */
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
    /** Cancels the running statements, as the server does after a timeout. */
    cancel: () =>
      direct.query(
        'select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      ),
    async [Symbol.asyncDispose]() {
      await direct.query('select pg_advisory_unlock_all()')
      await connections.end()
      await direct.query(`drop schema ${name} cascade`)
      await direct.end()
    },
  }
}

export function connectionsTo(url: string, timeScale = TIME_SCALE): PostgresConnections {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  return new PostgresConnections(url, timeScale)
}

export function queryWith(connections: PostgresConnections): SendQuery {
  return async (sql, ...parameters) => (await connections.run({ sql, parameters })).rows
}

export function briefly(outcome: PromiseSettledResult<unknown[]>): unknown {
  return outcome.status === 'fulfilled' ? outcome.value[0] : outcome.reason.code
}
