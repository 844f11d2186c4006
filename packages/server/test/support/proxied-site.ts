import { test } from 'node:test'
import pg from 'pg'
import { REAL_PACE } from '../../src/database/timeouts.ts'
import { newPostgresSite } from './empty-site.ts'
import { openSite, type Site, type SiteOptions } from './site.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A site on PostgreSQL, the wire between them, and the database beside the wire. */
export type WiredSite = { site: Site; wire: TcpProxy; database: BesideTheWire }

export type BesideTheWire = {
  /** Runs statements that do not use the wire. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult['rows']>
  /** Makes every connection that begins from now on read-only, as a standby's are, or no longer. */
  setReadOnly(isReadOnly: boolean): Promise<void>
}

/** Runs a test on PostgreSQL, reached over a wire that can be cut, fall silent and lose answers. */
export function wireTest(
  name: string,
  story: (wired: WiredSite) => Promise<void>,
  options: SiteOptions = {},
): void {
  test(name, async () => {
    await using opened = new AsyncDisposableStack()
    const postgres = await newPostgresSite()
    opened.defer(() => postgres.drop())
    const url = new URL(postgres.url)
    const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
    opened.defer(() => wire.close())
    url.port = String(wire.port)
    const direct = new pg.Client({ connectionString: postgres.url })
    await direct.connect()
    opened.defer(() => direct.end())
    const env = { ...options.env, DATABASE_URL: url.href }
    const site = await openSite('SQLite', { pace: REAL_PACE, ...options, env })
    opened.defer(() => site.close())
    opened.defer(() => wire.mend())
    const query = async (text: string, values?: unknown[]) =>
      (await direct.query(text, values)).rows
    const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
      const database = direct.escapeIdentifier(url.pathname.slice(1))
      const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset all'
      await query(`alter database ${database} ${change}`)
    }
    opened.defer(() => setReadOnly(false))
    await story({ site, wire, database: { query, setReadOnly } })
  })
}
