import type { App } from '../app.ts'
import { makePlan } from './plan/make-plan.ts'
import { countPlan, listFaults } from './plan/report-store.ts'
import { wrapHashes } from './plan/wrap-hashes.ts'
import type { Progress } from './progress.ts'
import type { Reading } from './read/source.ts'
import type { Place } from './runs/import-by-command.ts'
import { writePlayers } from './write/write-players.ts'

/** The result of an import: how many faults there are, and the first of them, a sentence about one line each. */
export type ImportResult = { players: number; faults: number; first: string[] }

const MOST_TOLD = 20

export type ImportOptions = {
  /** Leaves faulty rows out; otherwise one faulty row means that nobody is imported. */
  skipFaulty: boolean
  /** Checks the rows and imports nobody. */
  dryRun: boolean
  /** Gives a player without a uuid the one of an offline-mode game server instead of a new one. */
  offlineUuids: boolean
}

/** What only a command with `--scheme` says. */
const LOOKS_LIKE = /; it looks like .*$/

/** Under this name the site remembers who came from a file. */
const SOURCE = 'file'

/**
 * Imports the players of a file, all or none: one faulty row means that nobody is imported, unless
 * `skipFaulty` leaves such rows out. Players keep their passwords, which are hashed anew at the next
 * sign-in.
 *
 * @throws a database error when somebody takes a name meanwhile; nobody is imported then.
 */
export async function importPlayers(
  app: App,
  slices: Reading['slices'],
  options: ImportOptions,
  place?: Place,
): Promise<ImportResult> {
  const plain = { renames: new Map(), scheme: undefined, preferLastSeen: false }
  const progress: Progress = place?.seen(() => undefined) ?? (() => undefined)
  using scratch = await makePlan(
    app,
    { total: () => 0, done: () => 0, slices },
    { ...plain, source: SOURCE, offlineUuids: options.offlineUuids, strict: true },
    progress,
  )
  const { importable } = countPlan(scratch)
  const found = listFaults(scratch, MOST_TOLD)
  const faults = found.count
  const first = found.first.map(
    ({ row, reason }) => `line ${row}: ${reason.replace(LOOKS_LIKE, '')}`,
  )
  if (options.dryRun) return { players: importable, faults, first }
  if (faults > 0 && !options.skipFaulty) return { players: 0, faults, first }

  await place?.writes(scratch.path)
  await wrapHashes(app, scratch, progress)
  const { imported } = await writePlayers(app, scratch, {
    source: SOURCE,
    progress,
    ...(place && { finish: place.finish }),
  })
  return { players: imported, faults, first }
}
