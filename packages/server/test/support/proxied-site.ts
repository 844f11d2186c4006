import { test } from 'node:test'
import pg from 'pg'
import { REAL_TIME } from '../../src/database/timeouts.ts'
import { newPostgresSite } from './empty-site.ts'
import { openSite, type Site, type SiteOptions } from './site.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A site on PostgreSQL, the proxy between them, and a direct connection to the database. */
export type ProxiedSite = { site: Site; proxy: TcpProxy; database: DirectConnection }

export type DirectConnection = {
  /** Runs statements without the proxy. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult['rows']>
  /** Makes every new connection read-only, as on a standby, or writable again. */
  setReadOnly(isReadOnly: boolean): Promise<void>
}

/** Runs a test on PostgreSQL behind a proxy that can disconnect, freeze and lose responses. */
export function networkFaultTest(
  name: string,
  run: (wired: ProxiedSite) => Promise<void>,
  options: SiteOptions = {},
): void {
  test(name, async () => {
    await using opened = new AsyncDisposableStack()
    const postgres = await newPostgresSite()
    opened.defer(() => postgres.drop())
    const url = new URL(postgres.url)
    const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
    opened.defer(() => proxy.close())
    url.port = String(proxy.port)
    const direct = new pg.Client({ connectionString: postgres.url })
    await direct.connect()
    opened.defer(() => direct.end())
    const env = { ...options.env, DATABASE_URL: url.href }
    const site = await openSite('SQLite', { timeScale: REAL_TIME, ...options, env })
    opened.defer(() => site.close())
    opened.defer(() => proxy.restore())
    const query = async (text: string, values?: unknown[]) =>
      (await direct.query(text, values)).rows
    const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
      const database = direct.escapeIdentifier(url.pathname.slice(1))
      const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset all'
      await query(`alter database ${database} ${change}`)
    }
    opened.defer(() => setReadOnly(false))
    await run({ site, proxy, database: { query, setReadOnly } })
  })
}
