import pg from 'pg'
import type { Statement } from '../../src/database/compiled-query.ts'
import { PostgresClient } from '../../src/database/postgres/client.ts'
import { SqliteConnection } from '../../src/database/sqlite/connection.ts'

type Value = string | number | null | { bytes: string }

/** An executed statement, how many rows it found or changed, and the columns of its result. */
export type Recorded = { sql: string; parameters: Value[]; rows: number; columns: string[] }

const OWN = /^\s*(select|insert|update|delete|with)\b/i
/**
 * Matches statements that are not recorded: those of the tests, and those about the database itself, which differ
 * between versions.
 */
const NOT_OURS = /pg_|information_schema|sqlite_|pragma|"migration"|current_setting|json_populate/i

let tape: Recorded[] | undefined

/** Records the statements of `work` on any database, in order. */
export async function record(work: () => Promise<void>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  tape = recorded
  await work().finally(() => {
    tape = undefined
  })
  return recorded
}

type Found = { rows: unknown[]; rowCount?: number | null; numAffectedRows?: bigint | undefined }

function begin(sql: unknown, parameters: unknown): (found: Found) => void {
  if (!tape || typeof sql !== 'string' || !Array.isArray(parameters)) return () => undefined
  if (!OWN.test(sql) || NOT_OURS.test(sql)) return () => undefined
  const entry: Recorded = { sql, parameters: parameters.map(stored), rows: 0, columns: [] }
  tape.push(entry)
  return ({ rows, rowCount, numAffectedRows }) => {
    entry.rows = rowCount ?? Number(numAffectedRows ?? rows.length)
    entry.columns = Object.keys(Object(rows[0]))
  }
}

function stored(value: unknown): Value {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`a parameter of type ${typeof value} cannot be recorded`)
}

/** Converts recorded parameters back to values for the database: bytes are stored as base64. */
export function given(parameters: readonly Value[]): (string | number | null | Buffer)[] {
  return parameters.map((value) =>
    value !== null && typeof value === 'object' ? Buffer.from(value.bytes, 'base64') : value,
  )
}

const { run } = SqliteConnection.prototype
SqliteConnection.prototype.run = function <Row>(this: SqliteConnection, statement: Statement) {
  const end = begin(statement.sql, statement.parameters)
  const result = Reflect.apply(run, this, [statement])
  end(result)
  return result as ReturnType<typeof run<Row>> // the result of the same function
}

const { runPrepared } = PostgresClient.prototype
PostgresClient.prototype.runPrepared = async function (this: PostgresClient, statement: Statement) {
  const end = begin(statement.sql, statement.parameters)
  const result = await Reflect.apply(runPrepared, this, [statement])
  end(result)
  return result
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const end = begin(args[0], args[1])
  const result: unknown = Reflect.apply(query, this, args)
  if (result instanceof Promise) result.then(end, () => undefined)
  return result
} as typeof query // it has many overloads, all passed on
