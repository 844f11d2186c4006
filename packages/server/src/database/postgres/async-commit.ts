import { memoize } from '../../platform/cache/memoize.ts'
import type { Statement } from '../compiled-query.ts'

/**
 * Returns the statement as one that PostgreSQL acknowledges before it is on disk or on a standby (PostgreSQL's
 * documentation, "Asynchronous Commit"). The setting applies only to the transaction of this statement, so it also
 * works through a pooler.
 */
export function withAsyncCommit({ sql, parameters }: Statement): Statement {
  return { sql: textOf(sql), parameters }
}

const textOf = memoize(100, (sql) => {
  const returning = sql.includes(' returning ') ? sql : `${sql} returning 1`
  return `with done as (${returning})
    select * from done where (select set_config('synchronous_commit', 'off', true)) = 'off'`
})
