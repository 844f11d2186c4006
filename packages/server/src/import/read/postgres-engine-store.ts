import { ImportRefused } from '../import-refused.ts'
import { ANSWERED_WITHIN, type Engine, TOOK_TOO_LONG } from './tables-store.ts'

/** Opens a PostgreSQL database read-only; the transaction sees one instant of it. */
export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg')
  const { TIMESTAMP, DATE } = pg.types.builtins
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWERED_WITHIN,
    types: {
      // Without a zone they are read as UTC (see read-fields.ts), not as this machine's time.
      getTypeParser: (type, form) =>
        type === TIMESTAMP || type === DATE ? String : pg.types.getTypeParser(type, form),
    },
  })
  client.on('error', () => undefined) // the statement that notices it fails
  await client.connect()
  await client.query('begin transaction isolation level repeatable read, read only')
  return {
    kind: 'postgres',
    async ask(text, values) {
      const { rows } = await client.query(text, [...values]).catch((error: unknown) => {
        const isLate = error instanceof Error && error.message === 'Query read timeout'
        throw isLate ? new ImportRefused(TOOK_TOO_LONG) : error
      })
      return rows
    },
    close: () => client.end(),
  }
}
