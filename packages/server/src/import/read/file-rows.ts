import { createReadStream, openSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ImportRefused } from '../import-refused.ts'
import { type FileRow, readColumns } from './read-columns.ts'
import type { Reading, SourceRow } from './source.ts'

/** A row of a file, and the number of its line. */
export type NumberedRow = { line: number; row: FileRow }

export type FileForm = {
  format: 'csv' | 'jsonl'
  /** The character between CSV columns. */
  delimiter: string
  /** The file's name of a column, by ours. */
  columns: ReadonlyMap<string, string>
}

const AT_ONCE = 250
/** The longest row, in bytes of CSV or characters of JSON: one row is read without a pause. */
const LONGEST_ROW = 4 * 1024 * 1024

/**
 * Opens a file of players, or standard input for `-`.
 *
 * @throws ImportRefused, also while it is read, when it does not hold rows.
 */
export function readFileRows(file: string, form: FileForm): Reading {
  // Opened at once: a stream would fail before anybody listens, if something else is waited for first.
  const input = file === '-' ? process.stdin : createReadStream(file, { fd: openSync(file, 'r') })
  const rows = form.format === 'jsonl' ? readJsonLines(input) : readCsv(input, form.delimiter)
  return {
    total: () => (file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)),
    done: () => ('bytesRead' in input ? Number(input.bytesRead) : 0),
    slices: inSlices(renamed(rows, form.columns)),
  }
}

/** Makes rows of columns ready to be judged, a slice at a time. */
export async function* inSlices(rows: AsyncIterable<NumberedRow>): AsyncIterable<SourceRow[]> {
  let slice: SourceRow[] = []
  for await (const { line, row } of rows) {
    slice.push({ row: line, ...readColumns(row), notes: [] })
    if (slice.length < AT_ONCE) continue
    yield slice
    slice = []
  }
  yield slice
}

async function* renamed(
  rows: AsyncIterable<NumberedRow>,
  columns: ReadonlyMap<string, string>,
): AsyncIterable<NumberedRow> {
  const ours = new Map([...columns].map(([our, their]) => [their, our]))
  for await (const { line, row } of rows) {
    const entries = Object.entries(row).flatMap(([name, value]) => {
      const our = ours.get(name)
      if (our !== undefined) return [[our, value]]
      const their = columns.get(name)
      return their !== undefined && their in row ? [] : [[name, value]] // that one stands for it
    })
    yield { line, row: Object.fromEntries(entries) }
  }
}

async function* readCsv(input: Readable, delimiter: string): AsyncIterable<NumberedRow> {
  const parser = parse({
    columns: once,
    bom: true,
    info: true,
    delimiter,
    skipEmptyLines: true,
    maxRecordSize: LONGEST_ROW,
  })
  input.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of input.pipe(parser)) yield { line: info.lines, row: record }
  } catch (error) {
    throw error instanceof CsvError ? new ImportRefused(error.message) : error
  }
}

/** @throws ImportRefused for a column that stands there twice: which of the two is meant? */
function once(names: string[]): string[] {
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place)
  if (twice === undefined) return names
  throw new ImportRefused(`the first line has the column ${twice} twice; take one of them out`)
}

async function* readJsonLines(input: Readable): AsyncIterable<NumberedRow> {
  let line = 0
  for await (const text of readLines(input)) {
    line += 1
    if (text.trim() !== '') yield { line, row: readObject(text, line) }
  }
}

/** @throws ImportRefused for a line that is too long, before it is in memory. */
async function* readLines(input: Readable): AsyncIterable<string> {
  let line = ''
  for await (const part of input.setEncoding('utf8')) {
    const [first = '', ...others] = String(part).split('\n')
    line += first
    for (const next of others) {
      yield line
      line = next
    }
    if (line.length > LONGEST_ROW) throw new ImportRefused('a line is longer than 4 MiB')
  }
  yield line
}

function readObject(text: string, line: number): FileRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new ImportRefused(`line ${line}: not a JSON object`)
}
