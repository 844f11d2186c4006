import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { App } from '../app.ts'
import { schemeNames } from '../credentials/password-hash/formats/formats.ts'
import { readRenames } from '../import/plan/suggest-name.ts'
import type { Source } from '../import/read/source.ts'
import {
  hasChanges,
  type ImportPlan,
  type ImportRequest,
  planImport,
  requireNoFaults,
  writeImport,
} from '../import/run-import.ts'
import { type ImportSlot, runImportByCommand } from '../import/runs/import-by-command.ts'
import { sources } from '../import/sources/sources.ts'
import { findTrialPlayer, requireOpensAccount } from '../import/try-password.ts'
import { collect, renamedColumns } from './column-option.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, readPassword, withApp } from './output.ts'
import { type Outcome, printOutcome, printPlan } from './print-import-report.ts'
import { progressBar } from './progress-bar.ts'
import { askHidden, askLine } from './prompt.ts'

type Options = {
  from: string
  table?: string
  prefix: string
  files?: string
  dryRun?: boolean
  prove?: string
  passwordStdin?: boolean
  proof: boolean
  scheme?: string
  salt?: string
  key?: string
  offlineUuids?: boolean
  rename: string[]
  renames?: string
  preferLastSeen?: boolean
  update?: boolean
  skipFaulty?: boolean
  world?: string
  column: string[]
  delimiter: string
  json?: boolean
}

/** Makes a command for each source, such as `portal import authme --from …`. */
export function importSourceCommands(): Command[] {
  return sources.map(commandOf)
}

function commandOf(source: Source): Command {
  return command(`import ${source.name}`)
    .description(`import from ${source.description}`)
    .requiredOption('--from <place>', 'a path, mysql://… or postgres://…')
    .option('--table <name>', 'the table of players, if it has another name')
    .option('--prefix <text>', 'the prefix of table names', '')
    .option('--files <folder>', 'the folder with the files of the old site')
    .option('--dry-run', 'report what would be imported and write nothing')
    .option(
      '--prove <name>',
      "ask for this player's old password and check that it opens the account",
    )
    .option('--password-stdin', 'read that password from standard input')
    .option('--no-proof', 'write without a password test')
    .addOption(
      new Option('--scheme <name>', 'the format of hashes that do not reveal it').choices(
        schemeNames,
      ),
    )
    .option('--salt <text>', 'the salt that the old site has in its settings')
    .option('--key <text>', 'the key that the old site has in its settings')
    .option('--offline-uuids', 'where a uuid is missing, use the one of a server in offline mode')
    .option('--rename <old=new...>', 'the name of a player here; can be repeated', collect, [])
    .option('--renames <file>', 'a file of renames, one a line')
    .option('--prefer-last-seen', 'if names differ only by case, import the one seen last')
    .option('--update', 'update players imported earlier')
    .option('--skip-faulty', 'skip rows that cannot be imported')
    .option('--world <folder>', 'the folder of a game server: report which inventories are kept')
    .option(
      '--column <ours=theirs...>',
      "the source's name of a column; can be repeated",
      collect,
      [],
    )
    .option('--delimiter <character>', 'the character between CSV columns', ',')
    .action((options: Options) => run(source, options))
}

async function run(source: Source, options: Options): Promise<void> {
  const request = importRequestOf(source, options)
  if (options.prove !== undefined && !options.passwordStdin && !isAtTerminal()) {
    throw new WrongUsage('--prove asks at a terminal; without one, add --password-stdin')
  }
  if (options.from === '-' && options.passwordStdin) {
    throw new WrongUsage('--from - and --password-stdin both read standard input')
  }
  await withApp((app) =>
    options.dryRun
      ? runPlan(app, request, options, undefined)
      : runImportByCommand(app, source.name, (slot) => runPlan(app, request, options, slot)),
  )
}

/**
 * Makes a plan, prints it and, unless it is a dry run, writes the players.
 * @param slot reports the state of an import that writes; undefined for a dry run
 */
async function runPlan(
  app: App,
  request: ImportRequest,
  options: Options,
  slot: ImportSlot | undefined,
) {
  const began = app.clock.now()
  const bar = progressBar(app.clock)
  const progress = slot ? slot.reportProgress(bar.show) : bar.show
  using plan = await planImport(app, request, progress).finally(bar.clear)
  await printPlan(plan, options)
  const outcome: Outcome = { imported: 0, updated: 0, proved: null }
  try {
    outcome.proved = await passwordTestOf(app, plan, options)
    if (slot) await writePlan(app, plan, options, { outcome, place: slot })
  } finally {
    // printed even if the command is refused, for scripts that read the JSON
    await printOutcome(plan, options, outcome, (app.clock.now() - began) / 1000)
  }
}

async function writePlan(
  app: App,
  plan: ImportPlan,
  options: Options,
  { outcome, place: slot }: { outcome: Outcome; place: ImportSlot },
): Promise<void> {
  const { update = false, skipFaulty = false } = options
  requireNoFaults(plan.report, skipFaulty)
  if (!hasChanges(plan, { update })) return
  if (outcome.proved === null && options.proof)
    outcome.proved = await promptForPasswordTest(app, plan)
  const bar = progressBar(app.clock)
  const [progress, end] = [slot.reportProgress(bar.show), slot.finish]
  await slot.markWriting(plan.staging.path)
  const written = await writeImport(app, plan, {
    update,
    skipFaulty,
    progress,
    finish: end,
  }).finally(bar.clear)
  const { imported, updated, kept } = written
  Object.assign(outcome, { imported, updated })
  for (const { username, email, owner } of kept) {
    console.error(`${username} keeps the old address: ${owner} has ${email} here`)
  }
}

async function passwordTestOf(
  app: App,
  plan: ImportPlan,
  options: Options,
): Promise<string | null> {
  if (options.prove === undefined) return null
  const entry = findTrialPlayer(plan.staging, options.prove)
  const password = options.passwordStdin
    ? await readPassword()
    : await askHidden(`The old password of ${entry.name}: `)
  await requireOpensAccount(app, entry, password)
  return entry.name
}

/**
 * Asks on the terminal for a player and a password, to test the plan.
 * @throws CommandRefused without a terminal or an answer
 */
async function promptForPasswordTest(app: App, plan: ImportPlan): Promise<string> {
  if (!isAtTerminal()) {
    throw new CommandRefused(
      'nothing was written: first show that a password opens its account (--prove <name> --password-stdin), or add --no-proof',
    )
  }
  const name = await askLine('Name a player whose old password you know: ')
  if (name === '') throw new CommandRefused('nothing was written: no player was named')
  const entry = findTrialPlayer(plan.staging, name)
  await requireOpensAccount(app, entry, await askHidden(`The old password of ${entry.name}: `))
  const answer = await askLine(
    `It opens the account. Write ${plan.report.importable} players? [y/N] `,
  )
  if (!/^y(es)?$/i.test(answer)) throw new CommandRefused('nothing was written')
  return entry.name
}

function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

function importRequestOf(source: Source, options: Options): ImportRequest {
  const { from, world, table, prefix, files, salt, key, delimiter, scheme } = options
  const pairs = renamedColumns(options.column, source.columns)
  const isDatabase = !source.places.includes('file')
  const columns = isDatabase
    ? new Map([...pairs].map(([ours, theirs]) => [ours.toLowerCase(), theirs.toLowerCase()]))
    : pairs
  const { offlineUuids = false, preferLastSeen = false } = options
  return {
    source,
    from,
    world,
    options: { table, prefix, files, salt, key, delimiter, columns },
    plan: { renames: renamesOf(options), offlineUuids, preferLastSeen, scheme },
  }
}

function renamesOf({ rename, renames }: Options): Map<string, string> {
  const lines = renames === undefined ? [] : linesOf(renames)
  const read = readRenames([...lines, ...rename])
  if (read instanceof Map) return read
  throw new WrongUsage(
    `${read.wrong}: a rename is OLD=NEW, and NEW has 3 to 16 Latin letters, digits and _`,
  )
}

function linesOf(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  } catch (error) {
    throw new WrongUsage(`--renames ${file}: ${error instanceof Error ? error.message : error}`)
  }
}
