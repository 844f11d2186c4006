import type pg from 'pg'
import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import { PostgresClient } from './client.ts'
import { readPostgresUrl } from './url.ts'

export type Connect = (options?: { pipeline: boolean }) => Promise<PostgresClient>

/** Closes a connection after the responses to all sent statements, or when a server's time for them is over. */
export async function closeGracefully(client: pg.Client, { second }: TimeScale): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), TIMEOUTS.silence * second)
  timer.unref() // the open connection keeps the process alive
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

const ROLE_QUERY = `select pg_backend_pid() as pid, current_setting('transaction_read_only') as "readOnly"`

/** Starts with the last usable host: it responds and, if `target_session_attrs` requires it, accepts writes. */
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
        // PostgreSQL reports the process that serves a connection; a pooler cannot, because it changes that process
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
