import type { OverloadFigures } from './load-generator.ts'
import type { Database, SiteFigures } from './measure-site.ts'

/** A figure with its target: a minimum for shares of a baseline, otherwise a maximum. */
export type Target = {
  row: string
  figure: number
  unit: string
  least?: number
  most?: number
}

/** The share of the baseline's rate that each row must reach on SQLite. */
const MIN_SHARES: Record<string, number> = {
  'GET /auth/me': 0.25,
  'GET /auth/launcher/user': 0.25,
  'POST /auth/refresh': 0.12,
  'POST /auth/login': 0.75,
}

/** The highest accepted figures: times in milliseconds, memory in MB (10^6 bytes). */
const MAX_FIGURES = {
  mixedP99: 6,
  hammeredP99: 50,
  codeLongest: 5000,
  ready: 350,
  first: 600,
  memoryAfterLoad: 190,
  memoryAtStart: 130,
} as const

/** The highest accepted ratio of the cost with a million players to the cost with a thousand. */
export const MAX_MILLION_FIGURES = 1.2

/** Returns the shares of the baselines that the rows reached. `row` is the name in a baseline file. */
export function targetShares({ database, rows }: SiteFigures): Target[] {
  return rows.flatMap(({ name, baseline, ratio, raw }) => {
    const row = `${database}: ${name}`
    const least = database === 'SQLite' ? MIN_SHARES[name] : undefined
    const share = { row, figure: ratio, unit: `of ${baseline}`, ...(least && { least }) }
    if (!raw) return [share]
    const ofRaw = { row: `${row}, raw`, figure: raw.ratio, unit: `of ${raw.measuredBy}` }
    return [share, { ...ofRaw, ...(raw.target && { least: raw.target }) }]
  })
}

/** Returns the times and sizes of a site. Only figures of SQLite have targets. */
export function limitsOf({ database, ...site }: SiteFigures): Target[] {
  const { mixed, overload, mail, start, memory } = site
  const of = (row: string, figure: number, unit: string, most: number): Target => {
    const named = { row: `${database}: ${row}`, figure, unit }
    return database === 'SQLite' ? { ...named, most } : named
  }
  return [
    of(`me, p99 while ${mixed.signIns} sign in`, mixed.p99, 'ms', MAX_FIGURES.mixedP99),
    ...overload.map((one) => overloadTarget(database, one)),
    ...(mail
      ? [of('a code leaves, the longest', mail.longest, 'ms', MAX_FIGURES.codeLongest)]
      : []),
    of('start to ready', start.median, 'ms', MAX_FIGURES.ready),
    of('the very first start', start.first, 'ms', MAX_FIGURES.first),
    of('memory after the load', memory.afterLoad, 'MB', MAX_FIGURES.memoryAfterLoad),
    of('memory at start', memory.atStart, 'MB', MAX_FIGURES.memoryAtStart),
  ]
}

export function overloadTarget(database: Database, { name, p99 }: OverloadFigures): Target {
  const row = `${database}: me, p99 while others hammer ${name}`
  return { row, figure: p99, unit: 'ms', most: MAX_FIGURES.hammeredP99 }
}

/** Whether a figure reaches its target; undefined without a target. */
export function isMet({ figure, least, most }: Omit<Target, 'row' | 'unit'>): boolean | undefined {
  if (least !== undefined) return figure >= least
  return most === undefined ? undefined : figure <= most
}
