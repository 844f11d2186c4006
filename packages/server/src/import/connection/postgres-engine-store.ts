import type { Engine } from './tables-store.ts'

/** Opens a PostgreSQL database read-only; the transaction sees one instant of it. */
export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg')
  const { TIMESTAMP, DATE } = pg.types.builtins
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
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
    ask: async (text, values) => (await client.query(text, [...values])).rows,
    close: () => client.end(),
  }
}
