import { type Engine, QUERY_TIMEOUT, queryTimeout } from './tables-store.ts'

/** Opens a MySQL or MariaDB database for reading, in one transaction with a consistent snapshot. */
export async function openMysql(url: string): Promise<Engine> {
  const { createConnection } = await import('mysql2/promise') // loaded on demand
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectTimeout: 10_000,
    dateStrings: true, // instants without a time zone are read as UTC (read-fields.ts)
    supportBigNumbers: true,
  })
  connection.on('error', () => undefined) // the next statement fails instead
  await connection.query("set session time_zone = '+00:00'")
  await connection.query('set session transaction isolation level repeatable read')
  await connection.query('start transaction with consistent snapshot, read only')
  return {
    kind: 'mysql',
    async query(sql, values) {
      const timedQuery = { sql, timeout: QUERY_TIMEOUT, values: [...values] }
      const [rows] = await connection.query(timedQuery).catch((error) => {
        if (error?.code !== 'PROTOCOL_SEQUENCE_TIMEOUT') throw error
        connection.destroy()
        throw queryTimeout()
      })
      return Array.isArray(rows) ? rows : []
    },
    close: () => connection.end(),
  }
}
