import type { ImportMessage } from '@portal/contract'
import type { App } from '../../app.ts'
import { displayText } from '../display-text.ts'
import { describeMessage } from '../import-message.ts'
import type { Inventories } from './compare-with-world.ts'
import {
  countPlan,
  countRemarks,
  countSchemes,
  firstRemarks,
  type SkippedRow,
} from './report-store.ts'
import type { StagingDatabase } from './staging-store.ts'
import { countWeak, estimateSeconds } from './wrap-hashes.ts'

export type Report = {
  source: string
  read: number
  importable: number
  present: number
  skipped: RowSummary
  schemes: Record<string, number>
  withoutEmail: number
  inventories?: Inventories
  /** The rows of which only a part is imported. Skipped rows are not included. */
  notes: RowSummary
  /** Messages about the source as a whole, for example about columns that are not read. */
  warnings: readonly ImportMessage[]
  withNewUuid: number
  weak: { count: number; seconds: number }
}

/** The number of rows, and the first rows. `streamRemarks` reads all of them. */
export type RowSummary = { count: number; first: SkippedRow[] }

const MAX_SHOWN = 20

export async function makeReport(
  app: Pick<App, 'passwords' | 'clock'>,
  staging: StagingDatabase,
  given: Pick<Report, 'source' | 'warnings'> & { inventories: Inventories | undefined },
): Promise<Report> {
  const { source, warnings, inventories } = given
  const weak = countWeak(staging)
  return {
    source,
    ...countPlan(staging),
    skipped: summaryOf(staging, 'fault'),
    schemes: countSchemes(staging),
    ...(inventories && { inventories }),
    notes: summaryOf(staging, 'note'),
    warnings,
    weak: { count: weak, seconds: await estimateSeconds(app, weak) },
  }
}

function summaryOf(staging: StagingDatabase, kind: 'fault' | 'note'): RowSummary {
  return { count: countRemarks(staging, kind), first: firstRemarks(staging, kind, MAX_SHOWN) }
}

export function describeReport(report: Report): string[] {
  const { source, read, importable, present, skipped, notes, warnings, weak } = report
  const schemes = Object.entries(report.schemes).map(([name, count]) => `${name} ${count}`)
  return [
    `${source}: rows read ${read}, to import ${importable}, already here ${present}, skipped ${skipped.count}`,
    `passwords: ${schemes.join(', ') || 'none'}`,
    ...(weak.count > 0
      ? [`weak hashes, to be wrapped in argon2id: ${weak.count}, ${describeDuration(weak.seconds)}`]
      : []),
    `without an e-mail address: ${report.withoutEmail}`,
    ...(report.withNewUuid > 0
      ? [
          `new uuids: ${report.withNewUuid}; a server in offline mode has other uuids for these players: see --offline-uuids`,
        ]
      : []),
    ...warnings.map(describeMessage),
    ...(report.inventories ? describeInventories(report.inventories) : []),
    ...rowSection('skipped', skipped),
    ...rowSection('notes', notes),
  ].map(displayText)
}

function describeInventories({ total, kept, lost, modes }: Inventories): string[] {
  const best = Object.entries(modes).sort(([, a], [, b]) => b - a)
  const shown = best.map(([mode, count]) => `${mode} ${number(count)}`).join(', ')
  const because = lost.length > 0 ? `; these ${number(lost.length)} do not:` : ''
  return [
    `${number(kept)} of ${number(total)} players with an inventory keep it${because}`,
    ...limited(
      lost
        .slice(0, MAX_SHOWN)
        .map(({ uuid, name, reason }) => `  ${uuid} ${name ?? ''}: ${reason}`),
      lost.length,
    ),
    `inventories that each kind of uuid would keep: ${shown}`,
  ]
}

function rowSection(title: string, { count, first }: RowSummary): string[] {
  if (count === 0) return []
  const shown = first.map(({ row, name, reason }) => `  row ${row}, ${name}: ${reason}`)
  return [`${title}:`, ...limited(shown, count)]
}

function limited(first: readonly string[], count: number): string[] {
  const more = count - first.length
  return more > 0 ? [...first, `  … and ${more} more (--json has all)`] : [...first]
}

function number(count: number): string {
  return count.toLocaleString('en')
}

export function describeDuration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`
  return `about ${Math.round(seconds / 60)} min`
}
