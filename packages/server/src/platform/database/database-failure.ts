/** What the failure of a statement tells about the database, for SQLite and PostgreSQL alike. */

const SQLITE_OUTAGES = new Set([5, 6, 8, 10, 13, 14, 23, 26]) // busy locked readonly ioerr full cantopen auth notadb
const POSTGRES_OUTAGES = /^(08|53|57P|57014|55P03|58|25006|40)/ // connection, resources, shutdown, time-outs, conflicts
const SOCKET_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOSPC',
  'EROFS',
  'EIO',
])

/** Messages of `pg` that come without a code. */
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable|Query read timeout/

/** Whether the database is away, full or busy: nothing was changed, and a later try may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code, message } = error as Failure
  if (errcode !== undefined) return SQLITE_OUTAGES.has(errcode & 0xff)
  if (code !== undefined) return SOCKET_FAILURES.has(code) || POSTGRES_OUTAGES.test(code)
  return LOST_CONNECTION.test(message)
}

/**
 * Whether PostgreSQL rolled a transaction back because of another one (serialization_failure,
 * deadlock_detected). A connection lost during the commit is no conflict: its outcome is unknown.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && /^(40001|40P01)$/.test((error as Failure).code ?? '')
}

/** Names the unique column that a statement violated, such as `player.username_key`, if it was that. */
export function takenColumn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, code, table, constraint } = error as Failure
  const sqlite = /^UNIQUE constraint failed: (\w+\.\w+)/.exec(message)?.[1]
  if (sqlite) return sqlite
  if (code !== '23505' || !table || !constraint) return undefined
  return `${table}.${constraint.replace(`${table}_`, '').replace(/_key$/, '')}`
}

type Failure = Error & { errcode?: number; code?: string; table?: string; constraint?: string }
