import { createReadStream, openSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import { type FileRow, readColumns } from './read-columns.ts'
import type { SourceReader, SourceRow } from './source.ts'

export type NumberedRow = { line: number; row: FileRow }

export type FileFormat = {
  format: 'csv' | 'jsonl'
  delimiter: string
  columns: ReadonlyMap<string, string>
}

const BATCH_SIZE = 250
/** The longest row, in bytes of CSV or characters of JSON. While a row is parsed, other requests wait. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024

/**
 * Reads the rows of a file; `-` is standard input.
 * @throws ImportRefused for a malformed file, also while it is read
 */
export function readFileRows(file: string, fileFormat: FileFormat): SourceReader {
  // open the file here: a stream could emit its error before a listener is attached
  const input = file === '-' ? process.stdin : createReadStream(file, { fd: openSync(file, 'r') })
  const rows =
    fileFormat.format === 'jsonl' ? readJsonLines(input) : readCsv(input, fileFormat.delimiter)
  return {
    total: () => (file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)),
    done: () => ('bytesRead' in input ? Number(input.bytesRead) : 0),
    batches: inBatches(renamed(rows, fileFormat.columns)),
  }
}

export async function* inBatches(rows: AsyncIterable<NumberedRow>): AsyncIterable<SourceRow[]> {
  let batch: SourceRow[] = []
  for await (const { line, row } of rows) {
    batch.push({ row: line, ...readColumns(row), notes: [] })
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  yield batch
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
      return their !== undefined && their in row ? [] : [[name, value]] // the value is read from another column
    })
    yield { line, row: Object.fromEntries(entries) }
  }
}

async function* readCsv(input: Readable, delimiter: string): AsyncIterable<NumberedRow> {
  const parser = parse({
    columns: requireUniqueNames,
    bom: true,
    info: true,
    delimiter,
    skipEmptyLines: true,
    maxRecordSize: MAX_ROW_LENGTH,
  })
  input.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of input.pipe(parser)) yield { line: info.lines, row: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefused(importMessage('csv-invalid', { detail: error.message }))
  }
}

function requireUniqueNames(names: string[]): string[] {
  const column = names.find((name, place) => name !== '' && names.indexOf(name) !== place)
  if (column === undefined) return names
  throw new ImportRefused(importMessage('column-twice', { column }))
}

async function* readJsonLines(input: Readable): AsyncIterable<NumberedRow> {
  let line = 0
  for await (const text of readLines(input)) {
    line += 1
    if (text.trim() !== '') yield { line, row: readObject(text, line) }
  }
}

/**
 * Yields the lines of a text.
 * @throws ImportRefused for a line that is too long, before all of it is in memory
 */
async function* readLines(input: Readable): AsyncIterable<string> {
  let line = ''
  for await (const part of input.setEncoding('utf8')) {
    const [first = '', ...others] = String(part).split('\n')
    line += first
    for (const next of others) {
      yield line
      line = next
    }
    if (line.length > MAX_ROW_LENGTH) {
      throw new ImportRefused(importMessage('line-too-long', { limit: '4 MiB' }))
    }
  }
  yield line
}

function readObject(text: string, line: number): FileRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // the error is reported below, like a value that is not an object
  }
  throw new ImportRefused(importMessage('line-not-object', { line: String(line) }))
}
