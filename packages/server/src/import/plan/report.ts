import type { App } from '../../app.ts'
import { shownText } from '../display-text.ts'
import type { Inventories } from './compare-with-world.ts'
import { countPlan, countRemarks, countSchemes, firstRemarks, type Left } from './report-store.ts'
import type { Scratch } from './staging-store.ts'
import { countWeak, estimateSeconds } from './wrap-hashes.ts'

/** All that an import tells before it writes anything. */
export type Report = {
  source: string
  read: number
  importable: number
  present: number
  /** Rows that are left out. */
  skipped: Odd
  schemes: Record<string, number>
  withoutEmail: number
  inventories?: Inventories
  /** What of those who come, or are here, does not come over. */
  notes: Odd
  /** What no row of the source brings along. */
  told: readonly string[]
  /** Who gets a uuid that nobody had before. */
  withNewUuid: number
  weak: { count: number; seconds: number }
}

/** How many rows there are of a kind, and the first of them; slicesOfRemarks reads all. */
export type Odd = { count: number; first: Left[] }

const MOST_SHOWN = 20

export async function makeReport(
  app: Pick<App, 'passwords' | 'clock'>,
  scratch: Scratch,
  given: { source: string; told: readonly string[]; inventories: Inventories | undefined },
): Promise<Report> {
  const { source, told, inventories } = given
  const weak = countWeak(scratch)
  return {
    source,
    ...countPlan(scratch),
    skipped: oddOf(scratch, 'fault'),
    schemes: countSchemes(scratch),
    ...(inventories && { inventories }),
    notes: oddOf(scratch, 'note'),
    told,
    weak: { count: weak, seconds: await estimateSeconds(app, weak) },
  }
}

function oddOf(scratch: Scratch, kind: 'fault' | 'note'): Odd {
  return { count: countRemarks(scratch, kind), first: firstRemarks(scratch, kind, MOST_SHOWN) }
}

/** Writes the report for people, a line each. */
export function describeReport(report: Report): string[] {
  const { source, read, importable, present, skipped, notes, told, weak } = report
  const schemes = Object.entries(report.schemes).map(([name, count]) => `${name} ${count}`)
  return [
    `${source}: rows read ${read}, can come ${importable}, here already ${present}, left out ${skipped.count}`,
    `passwords: ${schemes.join(', ') || 'none'}`,
    ...(weak.count > 0
      ? [`quick hashes, to be wrapped in argon2id: ${weak.count}, ${lasting(weak.seconds)}`]
      : []),
    `without an e-mail address: ${report.withoutEmail}`,
    ...(report.withNewUuid > 0
      ? [
          `new uuids: ${report.withNewUuid}; a server in offline mode knows these players by other ones: see --offline-uuids`,
        ]
      : []),
    ...told,
    ...(report.inventories ? describeInventories(report.inventories) : []),
    ...section('left out', skipped),
    ...section('to know', notes),
  ].map(shownText)
}

function describeInventories({ total, kept, lost, modes }: Inventories): string[] {
  const best = Object.entries(modes).sort(([, a], [, b]) => b - a)
  const shown = best.map(([mode, count]) => `${mode} ${number(count)}`).join(', ')
  const because = lost.length > 0 ? `; these ${number(lost.length)} do not:` : ''
  return [
    `${number(kept)} of ${number(total)} players with an inventory keep it${because}`,
    ...limited(
      lost
        .slice(0, MOST_SHOWN)
        .map(({ uuid, name, reason }) => `  ${uuid} ${name ?? ''}: ${reason}`),
      lost.length,
    ),
    `inventories that each kind of uuid would keep: ${shown}`,
  ]
}

function section(title: string, { count, first }: Odd): string[] {
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

export function lasting(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`
  return `about ${Math.round(seconds / 60)} min`
}
