import { Command, Option } from 'commander'
import { importPlayers } from '../import/import-players.ts'
import { readFileRows } from '../import/read/file-rows.ts'
import { PLAYER_COLUMNS } from '../import/read/read-columns.ts'
import { runImportByCommand } from '../import/runs/import-by-command.ts'
import { collect, renamedColumns } from './column-option.ts'
import { CommandRefused } from './failure.ts'
import { importSourceCommands } from './import-source.ts'
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

export function importCommands(): Command[] {
  return [
    new Command('import').description('import players from another site'),
    ...importSourceCommands(),

    command('import players')
      .description(`import players; columns: ${PLAYER_COLUMNS.join(', ')}`)
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
  const { skipFaulty = false, dryRun = false, offlineUuids = false, delimiter } = options
  const columns = renamedColumns(options.column, PLAYER_COLUMNS)
  const wanted = { skipFaulty, dryRun, offlineUuids }
  const format = formatOf(file, options)
  const { batches: slices } = readFileRows(file, { format, delimiter, columns })
  const { players, faults, first } = dryRun
    ? await importPlayers(app, slices, wanted)
    : await runImportByCommand(app, format, (place) => importPlayers(app, slices, wanted, place))

  for (const fault of first) console.error(fault)
  if (faults > first.length) console.error(`… and ${faults - first.length} more`)
  if (faults > 0 && !skipFaulty && !dryRun) {
    throw new CommandRefused(`nothing imported; faults: ${faults} (--skip-faulty skips those rows)`)
  }
  print({ players, faults, dryRun }, options)
}

function formatOf(file: string, { format }: Options): 'csv' | 'jsonl' {
  return format ?? (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv')
}
