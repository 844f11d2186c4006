import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { ImportRefused } from './import-refused.ts'
import { compareWithWorld } from './plan/compare-with-world.ts'
import { makePlan, type PlanOptions, unusedRenames } from './plan/make-plan.ts'
import { type MadeBeside, makeBeside } from './plan/plan-related-data.ts'
import { prepareUpdates } from './plan/prepare-updates.ts'
import { makeReport, type Report } from './plan/report.ts'
import type { Scratch } from './plan/staging-store.ts'
import { wrapHashes } from './plan/wrap-hashes.ts'
import type { Progress } from './progress.ts'
import { openPlace } from './read/open-source.ts'
import type { Source, SourceOptions } from './read/source.ts'
import { type Finish, type Written, writePlayers } from './write/write-players.ts'

export type Wanted = {
  source: Source
  /** A path or an address; `--from`. */
  from: string
  options: SourceOptions
  plan: Omit<PlanOptions, 'source' | 'strict' | 'newBundles'>
  /** The folder of a game server. */
  world: string | undefined
}

/** A source that was read, and what would become of it. Disposing deletes the scratch file. */
export type Plan = {
  source: string
  scratch: Scratch
  report: Report
  beside: MadeBeside
  [Symbol.dispose](): void
}

/**
 * Reads a source and reports what would move in. Nothing is written to the site.
 *
 * @throws ImportRefused
 */
export async function lookAtSource(app: App, wanted: Wanted, progress: Progress): Promise<Plan> {
  const source = wanted.source.name
  const told: string[] = []
  const opened = await openPlace(wanted.source, wanted.from, app.clock)
  try {
    const reading = await wanted.source.open(opened, wanted.options, (line) => void told.push(line))
    const beside = await makeBeside(app, reading.beside ?? {}, (line) => void told.push(line))
    const scratch = await makePlan(
      app,
      reading,
      { ...wanted.plan, source, strict: false, newBundles: beside.bundles },
      progress,
    )
    const names = unusedRenames(scratch, wanted.plan.renames)
    if (names.length > 0) told.push(`nobody is called as --rename says: ${names.join(', ')}`)
    try {
      const inventories =
        wanted.world === undefined ? undefined : compareWithWorld(scratch, wanted.world)
      const report = await makeReport(app, scratch, { source, told, inventories })
      return { source, scratch, report, beside, [Symbol.dispose]: () => scratch[Symbol.dispose]() }
    } catch (error) {
      scratch[Symbol.dispose]()
      throw error
    }
  } finally {
    if ('database' in opened) await opened.database.close()
  }
}

/** Whether there is anything to write. An update finds out later what it has to do. */
export function wouldWrite({ report, beside }: Plan, { update }: { update: boolean }): boolean {
  const isMore = beside.bundles.length > 0 || beside.news.length > 0
  return report.importable > 0 || isMore || (update && report.present > 0)
}

/**
 * Writes a plan: all of it or nothing.
 *
 * @throws ImportRefused when rows are left out and `skipFaulty` is not set.
 */
export async function moveIn(
  app: App,
  { source, scratch, report, beside }: Plan,
  {
    update,
    skipFaulty,
    progress,
    ...rest
  }: {
    update: boolean
    skipFaulty: boolean
    progress: Progress
    by?: Actor
    finish?: Finish
  },
): Promise<Written> {
  requireNoFaults(report, skipFaulty)
  await wrapHashes(app, scratch, progress)
  if (update) await prepareUpdates(app, scratch, source)
  return writePlayers(app, scratch, { source, progress, beside, ...rest })
}

/** @throws ImportRefused for what has to be decided before anything is written. */
export function requireNoFaults(report: Report, skipFaulty: boolean): void {
  if (skipFaulty || report.skipped.count === 0) return
  throw new ImportRefused(
    `nobody was imported; rows that cannot come: ${report.skipped.count} (--skip-faulty leaves them out)`,
  )
}
