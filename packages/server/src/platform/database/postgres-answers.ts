import pg from 'pg'

/* Reads the messages of PostgreSQL's protocol that answer a prepared statement. */

/** The names of the messages that a server sends. */
export const ANSWER = {
  parseComplete: 0x31, // 1
  bindComplete: 0x32, // 2
  closeComplete: 0x33, // 3
  notification: 0x41, // A
  commandComplete: 0x43, // C
  dataRow: 0x44, // D
  error: 0x45, // E
  emptyQuery: 0x49, // I
  notice: 0x4e, // N
  parameterStatus: 0x53, // S
  rowDescription: 0x54, // T
  readyForQuery: 0x5a, // Z
  noData: 0x6e, // n
} as const

/** All others are a sign that what arrives is not read where a message begins. */
export const ANSWERS: ReadonlySet<number | undefined> = new Set(Object.values(ANSWER))

/** What a server may send by itself. */
export const UNASKED: ReadonlySet<number | undefined> = new Set([
  ANSWER.notice,
  ANSWER.notification,
  ANSWER.parameterStatus,
])

/** A byte for the kind of a message, and four for its length. */
export const HEAD = 5

/**
 * Cuts what a server sends into messages. Each is at a place of a piece of memory, where its end is the
 * beginning of the next.
 */
export function readMessages(
  take: (bytes: Buffer, at: number, end: number) => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let wanted = HEAD

  return (chunk) => {
    parts.push(chunk)
    length += chunk.length
    if (length < wanted) return // a long row comes in many parts
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts)
    let at = 0
    wanted = HEAD
    while (bytes.length - at >= HEAD) {
      const end = at + Math.max(HEAD, 1 + bytes.readInt32BE(at + 1))
      if (end > bytes.length) {
        wanted = end - at
        break
      }
      take(bytes, at, end)
      at = end
    }
    length = bytes.length - at
    parts = length > 0 ? [bytes.subarray(at)] : []
  }
}

/** A column of an answer. */
export type Column = { name: string; type: number; parse(text: string): unknown }

export function readColumns(bytes: Buffer, at: number): Column[] {
  const columns: Column[] = []
  let place = at + 2
  for (let left = bytes.readInt16BE(at); left > 0; left -= 1) {
    const nameEnd = bytes.indexOf(0, place)
    const type = bytes.readUInt32BE(nameEnd + 7)
    const name = bytes.toString('utf8', place, nameEnd)
    columns.push({ name, type, parse: pg.types.getTypeParser(type, 'text') })
    place = nameEnd + 19
  }
  return columns
}

const { INT2, INT4, INT8, TEXT } = pg.types.builtins

/** Reads a row; those of a statement have one shape. */
export function readRow(columns: readonly Column[], bytes: Buffer, at: number): object {
  const row: Record<string, unknown> = {}
  let place = at + 2
  for (const { name, type, parse } of columns) {
    const length = bytes.readInt32BE(place)
    place += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    const end = place + length
    if (type === TEXT) row[name] = bytes.toString('utf8', place, end)
    else if (type === INT8 || type === INT4 || type === INT2) row[name] = readInt(bytes, place, end)
    else row[name] = parse(bytes.toString('utf8', place, end))
    place = end
  }
  return row
}

const EXACT_DIGITS = 15

function readInt(bytes: Buffer, at: number, end: number): number {
  if (end - at > EXACT_DIGITS) return Number(bytes.toString('latin1', at, end))
  const isNegative = bytes[at] === 0x2d // -
  let value = 0
  for (let place = isNegative ? at + 1 : at; place < end; place += 1) {
    value = value * 10 + (bytes[place] ?? 0) - 0x30 // 0
  }
  return isNegative ? -value : value
}

/** Reads how many rows a finished statement concerned: `UPDATE 1`, `INSERT 0 1`. */
export function readChanged(bytes: Buffer, end: number): number {
  let count = 0
  let unit = 1
  for (let place = end - 2; ; place -= 1) {
    const digit = (bytes[place] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return count
    count += digit * unit
    unit *= 10
  }
}

/** The fields of an error that something reads, by their letters. */
const FIELDS = {
  V: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  s: 'schema',
  t: 'table',
  c: 'column',
  n: 'constraint',
} as const

/** Reads an error as `pg` would have thrown it. */
export function readError(bytes: Buffer, at: number, end: number): pg.DatabaseError {
  const fields = bytes.toString('utf8', at, end).split('\0')
  const text = fields.find((field) => field.startsWith('M'))?.slice(1)
  const error = new pg.DatabaseError(text ?? 'unknown', end - at, 'error')
  for (const [letter, field] of Object.entries(FIELDS)) {
    const found = fields.find((one) => one.startsWith(letter))
    if (found) Object.assign(error, { [field]: found.slice(1) })
  }
  return error
}
