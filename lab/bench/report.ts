import { availableParallelism } from 'node:os'
import type { OverloadFigures } from './load-generator.ts'
import type { RowFigures } from './measure-row.ts'
import type { SiteFigures } from './measure-site.ts'
import type { MillionFigures, Sizes } from './million.ts'
import type { StormFigures } from './storm.ts'
import {
  isMet,
  limitsOf,
  MAX_MILLION_FIGURES,
  overloadTarget,
  type Target,
  targetShares,
} from './targets.ts'
import type { WebhookFigures } from './webhooks.ts'

/**
 * Formats all figures as JSON without rounding. `reach` has the figures that the table shows, with their targets and
 * whether they meet them.
 */
export function toJson(sites: readonly SiteFigures[], quick: boolean): string {
  const target = sites.flatMap((site) => [...targetShares(site), ...limitsOf(site)])
  const evaluated = target.map((row) => ({ ...row, met: isMet(row) ?? null }))
  return JSON.stringify({ ...machine(), quick, reach: evaluated, sites }, null, 2)
}

export function toText(sites: readonly SiteFigures[], quick: boolean): string {
  const { node, cores } = machine()
  const kind = quick ? 'quick run, figures are rough' : 'full run'
  const head = ['', 'rate', 'p50 ms', 'p99 ms', 'floor', 'unrest', 'figure', '', 'reach']
  return [
    `Node ${node}, ${cores} cores shared by the site, its database and the load; ${kind}`,
    aligned([head, ...sites.flatMap(siteCells)]).join('\n'),
    NOTES,
  ].join('\n\n')
}

const NOTES = `rate: responses per second; each connection waits for a response before its next request.
unrest: the fastest slice of the floor divided by the slowest; if it is far from 1, other work disturbed the row.
figure: the share of the floor that the site reached, as the median over pairs of alternating slices of both.
floors: a bare node:http server with responses of the same size, or argon2id alone with one worker per core.
raw: prepared statements without Portal (a row by its key, or the two statements of a refresh) on as many connections.`

export function overloadText(overload: readonly OverloadFigures[]): string {
  const table = overload.map((one) => {
    const answers = Object.entries(one.statuses).map(([status, count]) => `${count} of ${status}`)
    const evaluated = figureCells(overloadTarget('SQLite', one))
    return [one.name, short(one.rate), one.p50.toFixed(1), ...evaluated, answers.join(', ')]
  })
  return [
    'me on 4 connections while 8 connections hammer one endpoint:',
    ...aligned([['', 'rate', 'me p50', 'me p99', '', '', ''], ...table]),
  ].join('\n')
}

/** Formats the cost of statements with many and with few players, as JSON or as a table. */
export function millionText(
  figures: readonly MillionFigures[],
  { few, many }: Sizes,
  json: boolean,
): string {
  const evaluated = figures.map((one) => ({
    ...one,
    most: MAX_MILLION_FIGURES,
    met: one.ratio <= MAX_MILLION_FIGURES,
  }))
  if (json) return JSON.stringify({ ...machine(), million: evaluated }, null, 2)
  const table = figures.map(({ database, name, few, many, ratio, strangers }) => [
    `${database}: ${name}`,
    ...[few, many, strangers].map((cost) => cost.toFixed(1)),
    ...figureCells({ row: name, figure: ratio, unit: 'times', most: MAX_MILLION_FIGURES }),
  ])
  return [
    'Microseconds of CPU that a question takes, of the process and the database, while 1,000 players are online.',
    'strangers: of all players, when nearly every question is about somebody else.',
    ...aligned([['', `${few}`, `${many}`, 'strangers', 'figure', '', 'reach'], ...table]),
  ].join('\n')
}

/**
 * Formats the figures of a storm: how a site with one core serves all players who return after a restart of the game
 * server.
 */
export function stormText(storms: readonly StormFigures[]): string {
  const tables = storms.map((storm) => {
    const { database, players, errors, lastArrival, entry, kinds, peakMemory } = storm
    const failed = Object.entries(errors).map(([message, count]) => `${count} of ${message}`)
    const rows = kinds.map(({ kind, count, p50, p99 }) => [
      kind,
      `${count}`,
      short(p50),
      short(p99),
    ])
    return [
      `${database}: ${players} players return within 60 s; the site has one core`,
      `errors: ${failed.join(', ') || 'none'}; the last player is in after ${short(lastArrival / 1000)} s; peak memory ${short(peakMemory)} MB`,
      ...aligned([
        ['', 'count', 'p50 ms', 'p99 ms'],
        ...rows,
        ['from the first request to the game', '', short(entry.p50), short(entry.p99)],
      ]),
    ].join('\n')
  })
  return tables.join('\n\n')
}

/** Formats what webhooks cost the site, and how soon events reach receivers. */
export function webhookText(figures: readonly WebhookFigures[]): string {
  const costs = figures.flatMap(({ database, rows }) =>
    rows.map((row) => [
      `${database}: ${row.name}`,
      ...[row.without, row.with].map(short),
      row.ratio.toFixed(2),
      ...[row.p99Without, row.p99With].map((time) => time.toFixed(1)),
    ]),
  )
  const delays = figures.flatMap(({ database, delay: { alone, besideHanging } }) =>
    [
      [`${database}: to 50 webhooks`, alone] as const,
      [`${database}: beside 50 that hang`, besideHanging] as const,
    ].map(([name, { p50, p99, max }]) => [name, ...[p50, p99, max].map(short)]),
  )
  return [
    ...aligned([
      ['', 'without/s', 'with ten/s', 'ratio', 'p99 ms without', 'p99 ms with ten'],
      ...costs,
    ]),
    '',
    'From the response to a change until a receiver has its event:',
    ...aligned([['', 'p50 ms', 'p99 ms', 'max ms'], ...delays]),
  ].join('\n')
}

function machine() {
  return { node: process.version, cores: availableParallelism() }
}

function siteCells(site: SiteFigures): string[][] {
  const shares = targetShares(site)
  const measured = site.rows.flatMap((row) => {
    const name = `${site.database}: ${row.name}`
    const own = shares.filter(({ row }) => row === name || row === `${name}, raw`)
    return own.map((share, n) => [share.row, ...rowCells(row, n > 0), ...figureCells(share)])
  })
  const blank = ['', '', '', '', '']
  const others = limitsOf(site).map((limit) => [limit.row, ...blank, ...figureCells(limit)])
  return [...measured, ...others]
}

function rowCells(row: RowFigures, isRaw: boolean): string[] {
  if (isRaw) return ['', '', '', short(row.raw?.rate ?? Number.NaN), '']
  const times = [row.p50.toFixed(1), row.p99.toFixed(1)]
  return [short(row.rate), ...times, short(row.baselineRate), row.unrest.toFixed(1)]
}

function figureCells(target: Target): string[] {
  const { figure, unit, least, most } = target
  const isShare = unit === 'times' || unit.startsWith('of ')
  const shown = isShare ? figure.toFixed(2) : short(figure)
  const met = isMet(target)
  if (met === undefined) return [shown, unit, '']
  const wanted = least === undefined ? `≤ ${most}` : `≥ ${least}`
  return [shown, unit, `${wanted} ${met ? 'met' : 'MISSED'}`]
}

function aligned(table: readonly string[][]): string[] {
  const widths: number[] = []
  for (const cells of table) {
    for (const [n, cell] of cells.entries()) widths[n] = Math.max(widths[n] ?? 0, cell.length)
  }
  const isNumber = (n: number) => table.slice(1).every((cells) => /^[\d.]*$/.test(cells[n] ?? ''))
  const numbers = widths.map((_, n) => isNumber(n))
  return table.map((cells) => {
    const padded = cells.map((cell, n) =>
      numbers[n] ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0),
    )
    return padded.join('  ').trimEnd()
  })
}

function short(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0)
}
