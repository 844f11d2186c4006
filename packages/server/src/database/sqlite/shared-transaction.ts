import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import { isBusy, type SqliteConnection } from './connection.ts'

/**
 * Runs the statements of several callers in one transaction, so that they share its locks and its
 * write to the log. Each can fail alone and then undoes only itself.
 *
 * @throws Error when all fail together, for example because the disk is full: none of them happened.
 */
export function runTogether(
  connection: SqliteConnection,
  statements: readonly Statement[],
  begin: 'begin' | 'begin immediate',
): PromiseSettledResult<QueryResult<unknown>>[] {
  connection.exec(begin)
  try {
    const outcomes = statements.map((one) => attempt(connection, one))
    connection.exec('commit')
    return outcomes
  } catch (error) {
    connection.rollBack()
    throw error
  }
}

function attempt(
  connection: SqliteConnection,
  statement: Statement,
): PromiseSettledResult<QueryResult<unknown>> {
  try {
    return { status: 'fulfilled', value: connection.run(statement) }
  } catch (reason) {
    if (!connection.inTransaction || isBusy(reason)) throw reason
    return { status: 'rejected', reason }
  }
}
