import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { App } from '../app.ts'
import { schemeNames } from '../credentials/password-hash/formats/formats.ts'
import { ImportRefused } from '../import/import-refused.ts'
import { readRenames } from '../import/plan/suggest-name.ts'
import type { Source } from '../import/read/source.ts'
import {
  lookAtSource,
  moveIn,
  type Plan,
  requireNoFaults,
  type Wanted,
  wouldWrite,
} from '../import/run-import.ts'
import { moveByCommand, type Place } from '../import/runs/import-by-command.ts'
import { sources } from '../import/sources/sources.ts'
import { findProved, provePassword } from '../import/try-password.ts'
import { collect, renamedColumns } from './column-option.ts'
import { WrongUsage } from './failure.ts'
import { command, readPassword, withApp } from './output.ts'
import { type Outcome, tellOutcome, tellPlan } from './print-import-report.ts'
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
  /** False with `--no-proof`. */
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

/** One command a source: `portal import authme --from …`. */
export function moveInCommands(): Command[] {
  return sources.map(commandOf)
}

function commandOf(source: Source): Command {
  return command(`import ${source.name}`)
    .description(`move in from ${source.description}`)
    .requiredOption('--from <place>', 'a path, mysql://… or postgres://…')
    .option('--table <name>', 'the table of players, if it has another name')
    .option('--prefix <text>', 'what the names of tables begin with', '')
    .option('--files <folder>', 'the folder with the files of the old site')
    .option('--dry-run', 'tell what would happen and write nothing')
    .option(
      '--prove <name>',
      "ask for this player's old password and show that it opens the account",
    )
    .option('--password-stdin', 'read that password from standard input')
    .option('--no-proof', 'write without a proof')
    .addOption(
      new Option('--scheme <name>', 'the form of hashes that do not tell it').choices(schemeNames),
    )
    .option('--salt <text>', 'the salt that the old site has in its settings')
    .option('--key <text>', 'the key that the old site has in its settings')
    .option('--offline-uuids', 'where a uuid is missing, use the one of a server in offline mode')
    .option('--rename <old=new...>', 'the name of a player here; can be repeated', collect, [])
    .option('--renames <file>', 'a file of renames, one a line')
    .option('--prefer-last-seen', 'of two names that differ by case, take the one last seen')
    .option('--update', 'bring players up to date who came earlier')
    .option('--skip-faulty', 'leave out rows that cannot come')
    .option('--world <folder>', 'the folder of a game server: tell which inventories are kept')
    .option(
      '--column <ours=theirs...>',
      "the source's name of a column; can be repeated",
      collect,
      [],
    )
    .option('--delimiter <character>', 'the character between CSV columns', ',')
    .action((options: Options) => run(source, options))
}

/** Everything that the command line alone can be wrong about is refused before the site is opened. */
async function run(source: Source, options: Options): Promise<void> {
  const wanted = wantedOf(source, options)
  if (options.prove !== undefined && !options.passwordStdin && !isAtTerminal()) {
    throw new WrongUsage('--prove asks at a terminal; without one, add --password-stdin')
  }
  if (options.from === '-' && options.passwordStdin) {
    throw new WrongUsage('--from - and --password-stdin both read standard input')
  }
  await withApp((app) =>
    options.dryRun
      ? runPlan(app, wanted, options, undefined)
      : moveByCommand(app, source.name, (place) => runPlan(app, wanted, options, place)),
  )
}

/** @param place where a move that writes tells how far it is; undefined for a dry run. */
async function runPlan(app: App, wanted: Wanted, options: Options, place: Place | undefined) {
  const began = app.clock.now()
  const bar = progressBar(app.clock)
  const progress = place ? place.seen(bar.show) : bar.show
  using plan = await lookAtSource(app, wanted, progress).finally(bar.clear)
  await tellPlan(plan, options)
  const outcome: Outcome = { imported: 0, updated: 0, proved: null }
  try {
    outcome.proved = await proofOf(app, plan, options)
    if (place) await writePlan(app, plan, options, { outcome, place })
  } finally {
    // Whoever reads the JSON learns what was found, also when the command is then refused.
    await tellOutcome(plan, options, outcome, (app.clock.now() - began) / 1000)
  }
}

async function writePlan(
  app: App,
  plan: Plan,
  options: Options,
  { outcome, place }: { outcome: Outcome; place: Place },
): Promise<void> {
  const { update = false, skipFaulty = false } = options
  requireNoFaults(plan.report, skipFaulty)
  if (!wouldWrite(plan, { update })) return
  if (outcome.proved === null && options.proof) outcome.proved = await askForProof(app, plan)
  const bar = progressBar(app.clock)
  const [progress, end] = [place.seen(bar.show), place.finish]
  await place.writes(plan.scratch.path)
  const written = await moveIn(app, plan, { update, skipFaulty, progress, finish: end }).finally(
    bar.clear,
  )
  const { imported, updated, kept } = written
  Object.assign(outcome, { imported, updated })
  for (const line of kept) console.error(line)
}

async function proofOf(app: App, plan: Plan, options: Options): Promise<string | null> {
  if (options.prove === undefined) return null
  const entry = findProved(plan.scratch, options.prove)
  const password = options.passwordStdin
    ? await readPassword()
    : await askHidden(`The old password of ${entry.name}: `)
  await provePassword(app, entry, password)
  return entry.name
}

/** @throws ImportRefused without a terminal, and when nobody is named. */
async function askForProof(app: App, plan: Plan): Promise<string> {
  if (!isAtTerminal()) {
    throw new ImportRefused(
      'nothing was written: show first that a password opens its account with --prove <name> --password-stdin, or write with --no-proof',
    )
  }
  const name = await askLine('Whose old password do you know? Name a player: ')
  if (name === '') throw new ImportRefused('nothing was written: nobody was named')
  const entry = findProved(plan.scratch, name)
  await provePassword(app, entry, await askHidden(`The old password of ${entry.name}: `))
  const answer = await askLine(
    `It opens the account. Write ${plan.report.importable} players? [y/N] `,
  )
  if (!/^y(es)?$/i.test(answer)) throw new ImportRefused('nothing was written')
  return entry.name
}

function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** @throws WrongUsage */
function wantedOf(source: Source, options: Options): Wanted {
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
