import { createHash, type Hash } from 'node:crypto'

export type Value = string | number | null | Uint8Array

export type Header = {
  portal: string
  madeAt: string
  migrations: string[]
  /** The key of the site in base64; null if the backup does not contain it. */
  encryptionKey: string | null
}

/**
 * A line of a backup, as JSON. The first line is the header. Each table is `{"table","columns"}`, followed by its rows
 * as arrays. The last line is `{"end","rows","sha256"}`, with the digest of all lines before it. Bytes are
 * `{"base64"}`. The text is the same for both databases.
 */
export type Line =
  | { header: Header }
  | { table: string; columns: string[] }
  | { row: Value[] }
  | { end: true; rows: number; sha256: string }

export class CorruptBackup extends Error {}

const FORMAT = 1

/**
 * The longest accepted line, in bytes. It also limits the memory that is needed, however much the file inflates. The
 * longest real line is a texture of 1024 by 1024 pixels that cannot be compressed.
 */
const MAX_LINE_LENGTH = 8 * 1024 * 1024
const MAX_COLUMNS = 100

/** The size of the blocks in which text is written, in bytes: single rows are too small for the streams that follow. */
const BLOCK_BYTES = 65_536

/** Writes lines as text, and at the end a line with the number of rows and the digest. */
export async function* writeLines(lines: AsyncIterable<Line>): AsyncIterable<Buffer> {
  const digest = createHash('sha256')
  let rows = 0
  let block = ''
  const takeBlock = (): Buffer => {
    const bytes = Buffer.from(block)
    digest.update(bytes)
    block = ''
    return bytes
  }
  for await (const line of lines) {
    if ('row' in line) rows += 1
    const text = JSON.stringify(toJson(line))
    if (Buffer.byteLength(text) > MAX_LINE_LENGTH)
      throw new Error('a row is too large for a backup')
    block += `${text}\n`
    if (block.length >= BLOCK_BYTES) yield takeBlock()
  }
  yield takeBlock()
  yield Buffer.from(`${JSON.stringify({ end: true, rows, sha256: digest.digest('hex') })}\n`)
}

function toJson(line: Line): object {
  if ('header' in line) return { format: FORMAT, ...line.header }
  return 'row' in line ? line.row.map(encodeValue) : line
}

function encodeValue(value: Value): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}

/**
 * Yields the lines of a backup. Yields the last line only if all lines before it match the digest.
 * @throws CorruptBackup
 */
export async function* readLines(text: AsyncIterable<Buffer>): AsyncIterable<Line> {
  const digest = createHash('sha256')
  let rows = 0
  let header: Header | undefined
  let columns: string[] | undefined // the columns of the table that is being read
  let end: Line | undefined // yielded only if no line follows
  for await (const bytes of splitLines(text)) {
    if (end) throw new CorruptBackup('the backup is damaged: there is more after its end')
    const value = parse(bytes)
    if (!header) {
      header = readHeader(value)
      yield { header }
    } else if (Array.isArray(value)) {
      rows += 1
      yield { row: readRow(value, columns) }
    } else if ('end' in value) {
      end = checkEnd(value, { rows, digest })
    } else {
      columns = names(value.columns)
      yield { table: names([value.table]).join(), columns }
    }
    if (!end) digest.update(bytes).update('\n')
  }
  if (!end) throw new CorruptBackup('the backup is cut off: its end is missing')
  yield end
}

type Parsed = unknown[] | Record<string, unknown>

function parse(bytes: Buffer): Parsed {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (Array.isArray(value)) return value
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // reported below, like any malformed line
  }
  throw new CorruptBackup('the backup is damaged: a line of it cannot be read')
}

function readHeader(value: Parsed): Header {
  if (Array.isArray(value) || typeof value.format !== 'number') {
    throw new CorruptBackup('this is not a backup of Portal')
  }
  if (value.format > FORMAT) throw new CorruptBackup('the backup was made by a newer Portal')
  const { portal, madeAt, migrations, encryptionKey } = value
  return {
    portal: String(portal),
    madeAt: String(madeAt),
    migrations: texts(migrations),
    encryptionKey: encryptionKey === null ? null : readKey(encryptionKey),
  }
}

function readKey(value: unknown): string {
  if (typeof value === 'string' && Buffer.from(value, 'base64').length === 32) return value
  throw new CorruptBackup('the backup is damaged: its key cannot be read')
}

function checkEnd(digest: Record<string, unknown>, found: { rows: number; digest: Hash }): Line {
  const sha256 = found.digest.digest('hex')
  if (digest.rows !== found.rows || digest.sha256 !== sha256) {
    throw new CorruptBackup('the backup is damaged: it differs from what was written')
  }
  return { end: true, rows: found.rows, sha256 }
}

function readRow(values: unknown[], columns: readonly string[] | undefined): Value[] {
  if (values.length === columns?.length) return values.map(decodeValue)
  throw new CorruptBackup('the backup is damaged: a row does not fit its table')
}

function decodeValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'base64' in value) {
    return Buffer.from(String(value.base64), 'base64')
  }
  throw new CorruptBackup('the backup is damaged: a value cannot be read')
}

function texts(value: unknown): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new CorruptBackup('the backup is damaged: a line of it cannot be read')
}

/** Checks the names of tables or columns. Only plain names are accepted, because they become part of SQL. */
function names(value: unknown): string[] {
  const found = texts(value)
  const isPlain = found.every((name) => /^[a-z][a-z0-9_]{0,62}$/.test(name))
  if (isPlain && found.length > 0 && found.length <= MAX_COLUMNS) return found
  throw new CorruptBackup('the backup is damaged: a line of it cannot be read')
}

const NEWLINE = 0x0a

async function* splitLines(text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest: Buffer[] = []
  let held = 0
  for await (const chunk of text) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)])
      rest = []
      held = 0
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
    held += chunk.length - from
    if (held > MAX_LINE_LENGTH) throw new CorruptBackup('the backup is damaged: a line has no end')
  }
}
