import { type Engine, QUERY_TIMEOUT, queryTimeout } from './tables-store.ts'

/** Opens a PostgreSQL database for reading, in one transaction with a consistent snapshot. */
export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg')
  const { TIMESTAMP, DATE } = pg.types.builtins
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: QUERY_TIMEOUT,
    types: {
      // read instants without a time zone as UTC (read-fields.ts), not in the time zone of this machine
      getTypeParser: (type, form) =>
        type === TIMESTAMP || type === DATE ? String : pg.types.getTypeParser(type, form),
    },
  })
  client.on('error', () => undefined) // the next statement fails instead
  await client.connect()
  await client.query('begin transaction isolation level repeatable read, read only')
  return {
    kind: 'postgres',
    async query(text, values) {
      const { rows } = await client.query(text, [...values]).catch((error: unknown) => {
        const isLate = error instanceof Error && error.message === 'Query read timeout'
        throw isLate ? queryTimeout() : error
      })
      return rows
    },
    close: () => client.end(),
  }
}
