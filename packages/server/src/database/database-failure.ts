const SQLITE_OUTAGES = new Set([5, 6, 8, 10, 13, 14, 23, 26]) // busy locked readonly ioerr full cantopen auth notadb
const POSTGRES_OUTAGES = /^(08|53|57P|57014|55P03|58|25006|25P0[34]|40)/ // connection, resources, shutdown, timeouts, conflicts
const SOCKET_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'EROFS',
  'EIO',
])

const LOST_CONNECTION =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|Query read timeout|session is read-only/

/**
 * The outcome of a change is unknown: the database received a commit or a single write, but the response is missing.
 * After a failover, even a change that was made may be gone.
 */
export class UnknownOutcomeError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Whether the outcome of a change is unknown. Every such error is also an outage (`isOutage`); after any other outage,
 * nothing was changed (docs/contract.md#forms).
 */
export function isOutcomeUnknown(error: unknown): error is UnknownOutcomeError {
  return error instanceof UnknownOutcomeError
}

/** Whether the database is unavailable, full or busy, so that a retry may succeed. See also `isOutcomeUnknown`. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnknownOutcomeError) return true
  const { errcode, code, message } = error as Failure
  if (errcode !== undefined) return SQLITE_OUTAGES.has(errcode & 0xff)
  if (code !== undefined) return SOCKET_FAILURES.has(code) || POSTGRES_OUTAGES.test(code)
  if (error instanceof AggregateError) return error.errors.some(isOutage) // an error for each address of the host
  return LOST_CONNECTION.test(message)
}

/**
 * Returns the name of an outage for the log: a SQLSTATE, an error code of the system or of SQLite, or `silence` for a
 * timeout.
 */
export function outageCode(error: unknown): string {
  const { errcode, code } = reasonOf(error) as Partial<Failure>
  return code ?? (errcode === undefined ? 'silence' : `sqlite ${errcode}`)
}

function reasonOf(error: unknown): object {
  if (error instanceof UnknownOutcomeError) return reasonOf(error.cause)
  return typeof error === 'object' && error ? error : {}
}

/**
 * Returns the error for a request that timed out.
 * @param changes whether the request could change anything
 */
export function timeoutError(changes: boolean): Error {
  const timeout = new Error('Query read timeout')
  return changes ? new UnknownOutcomeError(timeout) : timeout
}

const ENDS_CONNECTION = /^(08|57P|25P0[34]|58)/

const PGBOUNCER_NOT_SENT =
  /query_wait_timeout|server login has been failing|cannot connect to server|no more connections/

/** Whether a statement was sent but got no response, because the connection was lost or timed out. */
export function hasNoResponse(error: unknown): boolean {
  if (!isOutage(error)) return false
  const { code, message } = error as Failure
  if (PGBOUNCER_NOT_SENT.test(message)) return false
  return code === undefined || SOCKET_FAILURES.has(code) || ENDS_CONNECTION.test(code)
}

/** Whether a server that should accept writes is read-only, such as a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && (error as Failure).code === '25006'
}

/**
 * Whether the transaction may be repeated: serialization_failure or deadlock_detected. The loss of the connection
 * during the commit is not a conflict.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && /^(40001|40P01)$/.test((error as Failure).code ?? '')
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as Failure).code === '55P03'
}

/** Returns the unique column that a statement violated, such as `player.username_key`; undefined for other errors. */
export function violatedUniqueColumn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, code, table, constraint } = error as Failure
  const sqlite = /^UNIQUE constraint failed: (\w+\.\w+)/.exec(message)?.[1]
  if (sqlite) return sqlite
  if (code !== '23505' || !table || !constraint) return undefined
  return `${table}.${constraint.replace(`${table}_`, '').replace(/_key$/, '')}`
}

type Failure = Error & { errcode?: number; code?: string; table?: string; constraint?: string }
