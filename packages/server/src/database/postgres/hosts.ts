import type pg from 'pg'
import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import { PostgresClient } from './client.ts'
import { readPostgresUrl } from './url.ts'

export type Connect = (options?: { pipeline: boolean }) => Promise<PostgresClient>

/** Closes a connection after the responses to all sent statements, but after at most 6 s. */
export async function closeGracefully(client: pg.Client, { second }: TimeScale): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), TIMEOUTS.silence * second)
  timer.unref() // not needed to keep the process alive: the open connection does
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

const ROLE_QUERY = `select pg_backend_pid() as pid, current_setting('transaction_read_only') as "readOnly"`

/**
 * Returns a function that opens a connection to the first usable host: a host that responds and, if
 * `target_session_attrs` requires it, accepts writes. It tries the last usable host first.
 */
export function connector(url: string, config: pg.ClientConfig, timeScale: TimeScale): Connect {
  const { hosts, wanted, bindsChannel } = readPostgresUrl(url)
  const seconds = hosts.length > 1 ? TIMEOUTS.host : TIMEOUTS.connection
  let preferred = 0

  return async (options) => {
    let failure: unknown
    const first = preferred
    for (let turn = 0; turn < hosts.length; turn += 1) {
      const place = (first + turn) % hosts.length
      const client = new PostgresClient({
        connectionTimeoutMillis: seconds * timeScale.second,
        ...config,
        ...options,
        connectionString: hosts[place],
        enableChannelBinding: bindsChannel,
      })
      client.on('error', () => undefined) // the error rejects the running statement
      try {
        await client.connect()
        const { pid, readOnly } = (await client.query(ROLE_QUERY)).rows[0]
        if (wanted === 'read-write' && readOnly === 'on') throw new Error('session is read-only')
        preferred = place
        // Detects a pooler: PostgreSQL reports the process that serves the connection; a pooler cannot, because that
        // process changes.
        client.isPooled = 'processID' in client && client.processID !== pid
        return client
      } catch (error) {
        client.connection.stream.destroy()
        failure = error
      }
    }
    throw failure
  }
}
