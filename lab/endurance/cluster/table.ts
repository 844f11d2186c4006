import type { Sent } from './operation-log.ts'
import { counts, durationOf, type Outcome } from './try-fault.ts'

const HEAD = [
  'what failed',
  'times',
  'answered',
  'refused',
  'other 5xx',
  'no answer',
  'lost',
  'doubled',
  'denied',
  'service after, s',
  'after promotion, s',
  'p99 meanwhile, ms',
  'longest, s',
]
const LONGEST = 10_000
/** `/health/ready` must report within this many milliseconds whether the site accepts changes. */
const READINESS = 2_500

export function headOfTable(): string {
  return [HEAD, HEAD.map(() => '---')].map(lineOf).join('\n')
}

export function rowOfTable(outcome: Outcome): string {
  const { title, times, log, differences, pauses, pausesAfterPromotion, p99 } = outcome
  const requests = log.requests.filter(counts)
  const many = (fits: (sent: Sent) => boolean) => requests.filter(fits).length
  return lineOf([
    title,
    String(times),
    String(many(({ status }) => status > 0 && status < 500)),
    refusalsIn(requests),
    String(many(isBroken)),
    String(many(({ status }) => status === 0)),
    String(differences.lost),
    String(differences.doubled),
    String(differences.denied),
    rangeOf(pauses),
    rangeOf(pausesAfterPromotion),
    Number.isNaN(p99) ? '' : p99.toFixed(0),
    seconds(Math.max(...requests.map(durationOf))),
  ])
}

/** Lists the results of a trial that are errors of Portal, whatever the fault. */
export function faultsOf({ log, differences }: Outcome): string[] {
  const requests = log.requests.filter(counts)
  const broken = requests.filter(isBroken)
  const late = requests.filter((sent) => durationOf(sent) > LONGEST)
  const dull = log.requests.filter((sent) => !counts(sent) && durationOf(sent) > READINESS)
  const name = (sent: Sent) =>
    `${sent.kind}: ${sent.status} ${sent.code} after ${seconds(durationOf(sent))} s`
  return [
    ...differences.examples,
    ...broken.map(name),
    ...late.map(name),
    ...dull.map(name),
    ...log.faults,
  ]
}

/** Replaces equal lines by one line with their number, so that a fault of a thousand requests takes one line. */
export function summed(lines: readonly string[]): string[] {
  const groups = Map.groupBy(lines, (line) =>
    line.replace(/[0-9a-f]{8}-[0-9a-f-]+|P_\w+|\d+\.\d+ s/g, '…'),
  )
  return [...groups].map(([group, same]) =>
    same.length > 1 ? `${same.length} × ${group}` : `${same[0]}`,
  )
}

function isBroken({ status }: Sent): boolean {
  return status >= 500 && status !== 503
}

function refusalsIn(requests: readonly Sent[]): string {
  const refused = requests.filter(({ status }) => status === 503)
  const codes = Map.groupBy(refused, ({ code }) => code || 'no code')
  const told = [...codes].map(([code, same]) => `${same.length} \`${code}\``)
  return told.join(', ') || '0'
}

function rangeOf(times: readonly number[]): string {
  if (times.length === 0) return ''
  const sorted = times.toSorted((a, b) => a - b)
  const [least, most] = [seconds(sorted[0] ?? 0), seconds(sorted.at(-1) ?? 0)]
  return least === most ? most : `${least} to ${most}`
}

function seconds(duration: number): string {
  return (duration / 1_000).toFixed(1)
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
