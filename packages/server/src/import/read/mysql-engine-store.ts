import { ImportRefused } from '../import-refused.ts'
import { ANSWERED_WITHIN, type Engine, TOOK_TOO_LONG } from './tables-store.ts'

/** Opens a MySQL or MariaDB database read-only; the transaction sees one instant of it. */
export async function openMysql(url: string): Promise<Engine> {
  const { createConnection } = await import('mysql2/promise') // only this source needs it
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectTimeout: 10_000,
    dateStrings: true, // an instant is read as UTC (see read-fields.ts), not as this machine's time
    supportBigNumbers: true,
  })
  connection.on('error', () => undefined) // the statement that notices it fails
  await connection.query("set session time_zone = '+00:00'")
  await connection.query('set session transaction isolation level repeatable read')
  await connection.query('start transaction with consistent snapshot, read only')
  return {
    kind: 'mysql',
    async ask(sql, values) {
      const question = { sql, timeout: ANSWERED_WITHIN, values: [...values] }
      const [rows] = await connection.query(question).catch((error) => {
        if (error?.code !== 'PROTOCOL_SEQUENCE_TIMEOUT') throw error
        connection.destroy() // it still waits for the answer
        throw new ImportRefused(TOOK_TOO_LONG)
      })
      return Array.isArray(rows) ? rows : []
    },
    close: () => connection.end(),
  }
}
