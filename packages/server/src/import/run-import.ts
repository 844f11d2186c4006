import type { ImportMessage } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { importMessage } from './import-message.ts'
import { ImportRefused } from './import-refused.ts'
import { compareWithWorld } from './plan/compare-with-world.ts'
import { makePlan, type PlanOptions, unusedRenames } from './plan/make-plan.ts'
import { type PreparedSiteContent, prepareSiteContent } from './plan/prepare-site-content.ts'
import { prepareUpdates } from './plan/prepare-updates.ts'
import { makeReport, type Report } from './plan/report.ts'
import type { StagingDatabase } from './plan/staging-store.ts'
import { wrapHashes } from './plan/wrap-hashes.ts'
import type { ReportProgress } from './progress.ts'
import { openSource } from './read/open-source.ts'
import type { Source, SourceOptions } from './read/source.ts'
import { type FinishHook, type ImportOutcome, writePlayers } from './write/write-players.ts'

export type ImportRequest = {
  source: Source
  from: string
  options: SourceOptions
  plan: Omit<PlanOptions, 'source' | 'strict' | 'newPermissionSets'>
  world: string | undefined
}

export type ImportPlan = {
  source: string
  staging: StagingDatabase
  report: Report
  siteContent: PreparedSiteContent
  [Symbol.dispose](): void
}

/** Plans an import. Writes nothing to the site. @throws ImportRefused */
export async function planImport(
  app: App,
  request: ImportRequest,
  progress: ReportProgress,
): Promise<ImportPlan> {
  const source = request.source.name
  const warnings: ImportMessage[] = []
  const warn = (message: ImportMessage): void => void warnings.push(message)
  const opened = await openSource(request.source, request.from, app.clock)
  try {
    const reader = await request.source.open(opened, request.options, warn)
    const siteContent = await prepareSiteContent(app, reader.siteContent ?? {}, warn)
    const staging = await makePlan(
      app,
      reader,
      { ...request.plan, source, strict: false, newPermissionSets: siteContent.permissionSets },
      progress,
    )
    const names = unusedRenames(staging, request.plan.renames)
    if (names.length > 0) warn(importMessage('renames-unused', { names: names.join(', ') }))
    try {
      const inventories =
        request.world === undefined ? undefined : compareWithWorld(staging, request.world)
      const report = await makeReport(app, staging, { source, warnings, inventories })
      return {
        source,
        staging,
        report,
        siteContent,
        [Symbol.dispose]: () => staging[Symbol.dispose](),
      }
    } catch (error) {
      staging[Symbol.dispose]()
      throw error
    }
  } finally {
    if ('database' in opened) await opened.database.close()
  }
}

/**
 * Whether an import may have something to write. For an update this is not certain, because its changes are found
 * later.
 */
export function hasChanges(
  { report, siteContent }: ImportPlan,
  { update }: { update: boolean },
): boolean {
  const hasSiteContent = siteContent.permissionSets.length > 0 || siteContent.news.length > 0
  return report.importable > 0 || hasSiteContent || (update && report.present > 0)
}

/**
 * Writes a plan to the site.
 * @returns how many players were imported and updated
 * @throws ImportRefused if rows are skipped and `skipFaulty` is not set
 */
export async function writeImport(
  app: App,
  { source, staging, report, siteContent }: ImportPlan,
  {
    update,
    skipFaulty,
    progress,
    ...rest
  }: {
    update: boolean
    skipFaulty: boolean
    progress: ReportProgress
    by?: Actor
    finish?: FinishHook
  },
): Promise<ImportOutcome> {
  requireNoFaults(report, skipFaulty)
  await wrapHashes(app, staging, progress)
  if (update) await prepareUpdates(app, staging, source)
  return writePlayers(app, staging, { source, progress, siteContent, ...rest })
}

export function requireNoFaults(report: Report, skipFaulty: boolean): void {
  if (skipFaulty || report.skipped.count === 0) return
  throw new ImportRefused(importMessage('rows-faulty', { count: String(report.skipped.count) }))
}
