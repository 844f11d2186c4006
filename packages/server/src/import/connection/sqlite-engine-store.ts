import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Engine } from './tables-store.ts'

/** Opens an SQLite file read-only; the transaction sees one instant of it. */
export async function openSqlite(path: string): Promise<Engine> {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec('begin')
    db.exec('select count(*) from sqlite_master') // takes the snapshot, and fails if it is no database
  } catch (error) {
    db.close()
    throw error
  }
  return {
    kind: 'sqlite',
    async ask(text, values) {
      const statement = db.prepare(text)
      statement.setReadBigInts(true) // a number beyond 2^53 would throw
      const rows = statement.all(...(values as SQLInputValue[])) // they came out of this database
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(withoutBigInts)))
    },
    async close() {
      db.close()
    },
  }
}

function withoutBigInts([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'bigint' ? Number(value) : value]
}
