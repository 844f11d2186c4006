import type { ImportMessage } from '@portal/contract'
import type { App } from '../app.ts'
import { describeMessage, importMessage } from './import-message.ts'
import { makePlan } from './plan/make-plan.ts'
import { countPlan, listFaults } from './plan/report-store.ts'
import { wrapHashes } from './plan/wrap-hashes.ts'
import type { ReportProgress } from './progress.ts'
import type { SourceReader } from './read/source.ts'
import type { ImportSlot } from './runs/import-by-command.ts'
import { writePlayers } from './write/write-players.ts'

export type ImportResult = { players: number; faults: number; first: string[] }

const MAX_FAULTS_SHOWN = 20

export type ImportOptions = {
  /** Whether to skip faulty rows. If not, one faulty row prevents the whole import. */
  skipFaulty: boolean
  dryRun: boolean
  /**
   * Whether players without a UUID get the UUID that a game server in offline mode would give them, instead of a random
   * one.
   */
  offlineUuids: boolean
}

const SOURCE = 'file'

/**
 * Imports players from a file: all or none, except for faulty rows that `skipFaulty` skips. The imported password
 * hashes are replaced at the players' next sign-ins.
 * @throws a database error if a name is taken during the import; then nothing is written
 */
export async function importPlayers(
  app: App,
  batches: SourceReader['batches'],
  options: ImportOptions,
  slot?: ImportSlot,
): Promise<ImportResult> {
  const noChanges = { renames: new Map(), scheme: undefined, preferLastSeen: false }
  const progress: ReportProgress = slot?.reportProgress(() => undefined) ?? (() => undefined)
  using staging = await makePlan(
    app,
    { total: () => 0, done: () => 0, batches },
    { ...noChanges, source: SOURCE, offlineUuids: options.offlineUuids, strict: true },
    progress,
  )
  const { importable } = countPlan(staging)
  const found = listFaults(staging, MAX_FAULTS_SHOWN)
  const faults = found.count
  const first = found.first.map(({ row, fault }) => `line ${row}: ${describeFault(fault)}`)
  if (options.dryRun) return { players: importable, faults, first }
  if (faults > 0 && !options.skipFaulty) return { players: 0, faults, first }

  await slot?.markWriting(staging.path)
  await wrapHashes(app, staging, progress)
  const { imported } = await writePlayers(app, staging, {
    source: SOURCE,
    progress,
    ...(slot && { finish: slot.finish }),
  })
  return { players: imported, faults, first }
}

/**
 * Describes a fault. Leaves out the possible formats of an ambiguous hash, because this command has no option
 * `--scheme`.
 */
function describeFault(fault: ImportMessage): string {
  return describeMessage(
    fault.code === 'hash-ambiguous' ? importMessage('hash-unknown', {}) : fault,
  )
}
