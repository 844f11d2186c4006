import { mock } from 'node:test'
import { PostgresClient } from '../../src/database/postgres/client.ts'
import { SqliteConnection } from '../../src/database/sqlite/connection.ts'

/** Collects every statement that runs from now on, on either database, until it is disposed. */
export function watchStatements() {
  const seen = new Set<string>()
  const { run } = SqliteConnection.prototype
  const { query } = PostgresClient.prototype
  const onSqlite = mock.method(
    SqliteConnection.prototype,
    'run',
    function watched(this: SqliteConnection, statement: Parameters<typeof run>[0]) {
      seen.add(statement.sql)
      return run.call(this, statement)
    },
  )
  const onPostgres = mock.method(
    PostgresClient.prototype,
    'query',
    function watched(this: PostgresClient, ...given: unknown[]) {
      const [statement] = given
      const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
      seen.add(String(isNamed ? statement.text : statement))
      return Reflect.apply(query, this, given)
    },
  )
  return {
    seen,
    [Symbol.dispose]() {
      onSqlite.mock.restore()
      onPostgres.mock.restore()
    },
  }
}
