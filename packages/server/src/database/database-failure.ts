/** What the failure of a statement tells about the database, for SQLite and PostgreSQL alike. */

const SQLITE_OUTAGES = new Set([5, 6, 8, 10, 13, 14, 23, 26]) // busy locked readonly ioerr full cantopen auth notadb
const POSTGRES_OUTAGES = /^(08|53|57P|57014|55P03|58|25006|25P0[34]|40)/ // connection, resources, shutdown, time-outs, conflicts
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

/** Messages of `pg` that come without a code. */
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|Query read timeout|session is read-only/

/**
 * PostgreSQL was sent a commit, or a single statement that writes, and the answer never came. Whether it
 * was carried out is unknown: it may have been, it may not, and after a failover even that may change.
 * Every other outage is decided: nothing was changed.
 */
export class LostAnswer extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Whether a failure leaves open what became of the change (docs/contract.md#forms). It is one of the
 * outages: `isOutage` holds too. Where it does not hold, an outage has changed nothing.
 */
export function isOutcomeUnknown(error: unknown): error is LostAnswer {
  return error instanceof LostAnswer
}

/** Whether the database is away, full or busy: a later try may succeed. See also `isOutcomeUnknown`. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof LostAnswer) return true
  const { errcode, code, message } = error as Failure
  if (errcode !== undefined) return SQLITE_OUTAGES.has(errcode & 0xff)
  if (code !== undefined) return SOCKET_FAILURES.has(code) || POSTGRES_OUTAGES.test(code)
  if (error instanceof AggregateError) return error.errors.some(isOutage) // a name with two addresses
  return LOST_CONNECTION.test(message)
}

/** Names an outage for the log: a SQLSTATE, a code of the system or of SQLite, or `silence`. */
export function outageCode(error: unknown): string {
  const { errcode, code } = reasonOf(error) as Partial<Failure>
  return code ?? (errcode === undefined ? 'silence' : `sqlite ${errcode}`)
}

function reasonOf(error: unknown): object {
  if (error instanceof LostAnswer) return reasonOf(error.cause)
  return typeof error === 'object' && error ? error : {}
}

/** What becomes of a request that nobody answers in time. @param changes whether it could change anything. */
export function overdue(changes: boolean): Error {
  const silence = new Error('Query read timeout')
  return changes ? new LostAnswer(silence) : silence
}

const ENDS_CONNECTION = /^(08|57P|25P0[34]|58)/

/** What PgBouncer says of a statement that it sent to no server. */
const NEVER_SENT =
  /query_wait_timeout|server login has been failing|cannot connect to server|no more connections/

/** Whether a statement that was sent got no answer: the connection ended, or was silent for too long. */
export function gotNoAnswer(error: unknown): boolean {
  if (!isOutage(error)) return false
  const { code, message } = error as Failure
  if (NEVER_SENT.test(message)) return false
  return code === undefined || SOCKET_FAILURES.has(code) || ENDS_CONNECTION.test(code)
}

/** Whether a connection that was made for writing leads to a server that only reads, such as a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && (error as Failure).code === '25006'
}

/**
 * Whether PostgreSQL rolled a transaction back because of another one (serialization_failure,
 * deadlock_detected). A connection lost during the commit is no conflict: its outcome is unknown.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && /^(40001|40P01)$/.test((error as Failure).code ?? '')
}

/** Whether PostgreSQL gave up waiting for a lock that somebody else holds (lock_not_available). */
export function isLockWait(error: unknown): boolean {
  return error instanceof Error && (error as Failure).code === '55P03'
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
