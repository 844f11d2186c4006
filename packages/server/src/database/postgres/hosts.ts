import type pg from 'pg'
import { PATIENCE, type Pace } from '../timeouts.ts'
import { PostgresClient } from './client.ts'
import { readPostgresUrl } from './url.ts'

/** Opens a connection to the database. @throws an outage, or the server's refusal. */
export type Connect = (options?: { pipeline: boolean }) => Promise<PostgresClient>

/** Closes a connection after the statements that were sent are answered, or after the patience with a silent server. */
export async function leave(client: pg.Client, { second }: Pace): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), PATIENCE.silence * second)
  timer.unref() // the open connection keeps the process alive
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

const QUESTION = `select pg_backend_pid() as pid, current_setting('transaction_read_only') as "readOnly"`

/**
 * Returns what connects to the hosts of an address, beginning with the one that was good last. A host
 * will do if it answers and, where `target_session_attrs` asks for it, takes writes.
 */
export function connector(url: string, config: pg.ClientConfig, pace: Pace): Connect {
  const { hosts, wanted, bindsChannel } = readPostgresUrl(url)
  const seconds = hosts.length > 1 ? PATIENCE.host : PATIENCE.connection
  let preferred = 0

  return async (options) => {
    let failure: unknown
    const first = preferred
    for (let turn = 0; turn < hosts.length; turn += 1) {
      const place = (first + turn) % hosts.length
      const client = new PostgresClient({
        connectionTimeoutMillis: seconds * pace.second,
        ...config,
        ...options,
        connectionString: hosts[place],
        enableChannelBinding: bindsChannel,
      })
      client.on('error', () => undefined) // it fails the statement that is under way
      try {
        await client.connect()
        const { pid, readOnly } = (await client.query(QUESTION)).rows[0]
        if (wanted === 'read-write' && readOnly === 'on') throw new Error('session is read-only')
        preferred = place
        // PostgreSQL names the process that serves a connection; a pooler that changes it cannot.
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
