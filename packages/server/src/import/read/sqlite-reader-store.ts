import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

/*
 * The program of the process that reads an SQLite file (sqlite-engine-store.ts). It is an entry point of the build
 * and imports nothing of the server. Its argument is the path of the file. The first answer reports whether the file
 * could be opened; each further one belongs to a question, in their order.
 */

export type Question = { text: string; values: readonly unknown[] }

export type Answer = { rows: Record<string, unknown>[] } | { error: string }

/** The longest value, row or statement of a schema, in bytes. */
const LONGEST_VALUE = 1024 * 1024
/** The most that one answer holds: the server has to unpack it at once. */
const MOST_BYTES = 32 * 1024 * 1024
const MOST_ROWS = 100_000
const LOOKS_EVERY = 1000

if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: process.ppid })
  const db = openFile(process.argv[2] ?? '')
  if (db)
    process.on('message', ({ text, values }: Question) => answer(() => read(db, text, values)))
} else {
  setInterval(endWithServer, LOOKS_EVERY)
}

/** Runs in a thread of its own: the main thread may be inside a statement that never ends. */
function endWithServer(): void {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}

/** Opens the file, and takes the snapshot. */
function openFile(path: string): DatabaseSync | undefined {
  return answer(() => {
    const limits = { length: LONGEST_VALUE, attach: 0 }
    const db = new DatabaseSync(path, { readOnly: true, defensive: true, limits })
    db.exec('pragma trusted_schema = off; pragma cell_size_check = on; begin')
    db.exec('select count(*) from sqlite_schema') // fails if it is no database
    send({ rows: [] })
    return db
  })
}

/** Sends the error, if there is one. */
function answer<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

function send(message: Answer): void {
  process.send?.(message)
}

function read(db: DatabaseSync, text: string, values: readonly unknown[]): void {
  const statement = db.prepare(text)
  statement.setReadBigInts(true) // a number beyond 2^53 would throw
  const rows: Record<string, unknown>[] = []
  let bytes = 0
  // They came out of this database.
  for (const row of statement.iterate(...(values as SQLInputValue[]))) {
    for (const value of Object.values(row)) bytes += sizeOf(value)
    if (bytes > MOST_BYTES || rows.length === MOST_ROWS) {
      throw new Error('250 rows and what belongs to them are larger than 32 MiB')
    }
    rows.push(Object.fromEntries(Object.entries(row).map(withSafeNumber)))
  }
  send({ rows })
}

function sizeOf(value: SQLOutputValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length + 8 : 8
}

/** Turns a bigint into a number where none of its digits is lost. */
function withSafeNumber([name, value]: [string, SQLOutputValue]): [string, unknown] {
  const isSafe = typeof value === 'bigint' && Number.isSafeInteger(Number(value))
  return [name, isSafe ? Number(value) : value]
}
