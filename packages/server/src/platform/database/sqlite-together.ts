import type { QueryResult } from 'kysely'
import type { Statement } from './compiled-query.ts'
import { isBusy, type SqliteConnection } from './sqlite-connection.ts'

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
  const answer = begin === 'begin' ? once(connection) : (one: Statement) => attempt(connection, one)
  connection.exec(begin)
  try {
    const outcomes = statements.map(answer)
    connection.exec('commit')
    return outcomes
  } catch (error) {
    connection.rollBack()
    throw error
  }
}

/**
 * Runs a read unless the one before it with the same text asked for the same: in one transaction both
 * have one answer. When many ask at once, that is often the key of the same launcher server.
 */
function once(connection: SqliteConnection) {
  const last = new Map<string, { parameters: readonly unknown[]; outcome: Outcome }>()
  return ({ sql, parameters }: Statement): Outcome => {
    const known = last.get(sql)
    if (known?.parameters.every((value, place) => value === parameters[place])) {
      return copied(known.outcome)
    }
    const outcome = attempt(connection, { sql, parameters })
    last.set(sql, { parameters, outcome })
    return outcome
  }
}

/** Gives everybody rows of their own, so that nobody can change those of somebody else. */
function copied(outcome: Outcome): Outcome {
  if (outcome.status === 'rejected') return outcome
  const rows = outcome.value.rows.map((row) => ({ ...Object(row) }))
  return { status: 'fulfilled', value: { ...outcome.value, rows } }
}

type Outcome = PromiseSettledResult<QueryResult<unknown>>

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
