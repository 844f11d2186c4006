import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Command, Option } from 'commander'
import { CsvError, parse } from 'csv-parse'
import { importPlayers, type NumberedRow } from '../registration/import-players.ts'
import { IMPORT_COLUMNS, type ImportRow } from '../registration/import-row.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type Options = {
  format?: 'csv' | 'jsonl'
  delimiter: string
  column: string[]
  offlineUuids?: boolean
  skipFaulty?: boolean
  dryRun?: boolean
  json?: boolean
}

const FAULTS_SHOWN = 20

export function importCommands(): Command[] {
  return [
    new Command('import').description('bring in data from another site'),

    command('import players')
      .description(`import players; columns: ${IMPORT_COLUMNS.join(', ')}`)
      .argument(
        '<file>',
        'CSV whose first line names the columns, or JSON lines; - for standard input',
      )
      .addOption(
        new Option('--format <format>', 'default: by the file name').choices(['csv', 'jsonl']),
      )
      .option('--delimiter <character>', 'the character between CSV columns', ',')
      .option(
        '--column <ours=theirs>',
        "the file's name for a column; can be repeated",
        collect,
        [],
      )
      .option(
        '--offline-uuids',
        'where a uuid is missing, use the one of a game server in offline mode',
      )
      .option('--skip-faulty', 'skip rows that cannot be imported')
      .option('--dry-run', 'check the file and import nothing')
      .action((file: string, options: Options) => withApp((app) => run(app, file, options))),
  ]
}

async function run(app: Parameters<typeof importPlayers>[0], file: string, options: Options) {
  const { skipFaulty = false, dryRun = false, offlineUuids = false } = options
  const rows = renamed(readRows(file, options), names(options.column))
  const { players, faults } = await importPlayers(app, rows, { skipFaulty, dryRun, offlineUuids })

  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.error(fault)
  if (faults.length > FAULTS_SHOWN) console.error(`… and ${faults.length - FAULTS_SHOWN} more`)
  if (faults.length > 0 && !skipFaulty && !dryRun) {
    throw new CommandRefused(
      `nobody was imported; faults: ${faults.length} (--skip-faulty skips those rows)`,
    )
  }
  print({ players, faults: faults.length, dryRun }, options)
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}

/** Maps the file's column names to ours. */
function names(columns: readonly string[]): Map<string, string> {
  return new Map(
    columns.map((pair) => {
      const [ours = '', theirs = ''] = pair.split('=', 2)
      if (!IMPORT_COLUMNS.includes(ours) || !theirs) {
        throw new WrongUsage(
          `--column ${pair}: give one of ${IMPORT_COLUMNS.join(', ')}, then = and a name`,
        )
      }
      return [theirs, ours]
    }),
  )
}

async function* renamed(
  rows: AsyncIterable<NumberedRow>,
  ours: ReadonlyMap<string, string>,
): AsyncIterable<NumberedRow> {
  for await (const { line, row } of rows) {
    const entries = Object.entries(row).map(([name, value]) => [ours.get(name) ?? name, value])
    yield { line, row: Object.fromEntries(entries) }
  }
}

function readRows(file: string, { format, delimiter }: Options): AsyncIterable<NumberedRow> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  const isJson = (format ?? (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv')) === 'jsonl'
  return isJson ? readJsonLines(input) : readCsv(input, delimiter)
}

async function* readCsv(input: Readable, delimiter: string): AsyncIterable<NumberedRow> {
  const parser = parse({ columns: true, bom: true, info: true, delimiter, skipEmptyLines: true })
  input.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of input.pipe(parser)) yield { line: info.lines, row: record }
  } catch (error) {
    throw error instanceof CsvError ? new CommandRefused(error.message) : error
  }
}

async function* readJsonLines(input: Readable): AsyncIterable<NumberedRow> {
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text.trim() !== '') yield { line, row: readObject(text, line) }
  }
}

function readObject(text: string, line: number): ImportRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new CommandRefused(`line ${line}: not a JSON object`)
}
