import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import { isBusy, type SqliteConnection } from './connection.ts'

/**
 * Runs statements in one transaction, so that they share locks and one write to the log. If a statement fails, only
 * this statement is undone.
 * @throws Error if all fail together, for example because the disk is full; then nothing was changed
 */
export function runInSharedTransaction(
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
