import { remembering } from '../../platform/cache/memoize.ts'
import type { Statement } from '../compiled-query.ts'

/**
 * Lets the server answer a single write before it is on the disk, and on a standby (PostgreSQL's
 * documentation, "Asynchronous Commit"). The setting is made first and for this transaction alone, so the
 * statement may go through a pooler, and one that only locks a row waits for nothing either.
 */
export function unsynced({ sql, parameters }: Statement): Statement {
  return { sql: textOf(sql), parameters }
}

const textOf = remembering(100, (sql) => {
  const returning = sql.includes(' returning ') ? sql : `${sql} returning 1`
  return `with done as (${returning})
    select * from done where (select set_config('synchronous_commit', 'off', true)) = 'off'`
})
