import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

/**
 * The program of the child process that reads SQLite files (see sqlite-engine-store.ts). The build treats this file as
 * an entry point. Its argument is the path of the file. Its first message reports whether the file could be opened;
 * each further message is the result of a query, in order.
 */

export type ReaderQuery = { text: string; values: readonly unknown[] }

export type ReaderResult = { rows: Record<string, unknown>[] } | { error: string }

/** The longest accepted value, row or schema statement, in bytes. */
const MAX_VALUE_LENGTH = 1024 * 1024
/** The largest result, in bytes. It is limited because the server decodes a result without a pause. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ROWS = 100_000
const CHECK_INTERVAL = 1000

if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: process.ppid })
  const db = openFile(process.argv[2] ?? '')
  if (db)
    process.on('message', ({ text, values }: ReaderQuery) => answer(() => read(db, text, values)))
} else {
  setInterval(endWithServer, CHECK_INTERVAL)
}

/**
 * Ends this process when its server ends. Runs in a thread, because the main thread may be inside a query that never
 * ends.
 */
function endWithServer(): void {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}

function openFile(path: string): DatabaseSync | undefined {
  return answer(() => {
    const limits = { length: MAX_VALUE_LENGTH, attach: 0 }
    const db = new DatabaseSync(path, { readOnly: true, defensive: true, limits })
    db.exec('pragma trusted_schema = off; pragma cell_size_check = on; begin')
    db.exec('select count(*) from sqlite_schema') // fails if the file is no database
    send({ rows: [] })
    return db
  })
}

function answer<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

function send(message: ReaderResult): void {
  process.send?.(message)
}

function read(db: DatabaseSync, text: string, values: readonly unknown[]): void {
  const statement = db.prepare(text)
  statement.setReadBigInts(true) // otherwise, numbers beyond 2^53 would throw
  const rows: Record<string, unknown>[] = []
  let bytes = 0
  // every value came from this database
  for (const row of statement.iterate(...(values as SQLInputValue[]))) {
    for (const value of Object.values(row)) bytes += sizeOf(value)
    if (bytes > MAX_BYTES || rows.length === MAX_ROWS) {
      throw new Error('250 rows and what belongs to them are larger than 32 MiB')
    }
    rows.push(Object.fromEntries(Object.entries(row).map(withSafeNumber)))
  }
  send({ rows })
}

function sizeOf(value: SQLOutputValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length + 8 : 8
}

function withSafeNumber([name, value]: [string, SQLOutputValue]): [string, unknown] {
  const isSafe = typeof value === 'bigint' && Number.isSafeInteger(Number(value))
  return [name, isSafe ? Number(value) : value]
}
