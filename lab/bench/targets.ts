import type { HammeredFigures } from './load-generator.ts'
import type { Database, SiteFigures } from './measure-site.ts'

/** A figure beside what it has to reach: at least, for shares of a floor, or at most. */
export type Reach = {
  row: string
  figure: number
  unit: string
  least?: number
  most?: number
}

/** Shares of the floor's rate that the rows reach on SQLite. */
const SHARES: Record<string, number> = {
  'GET /auth/me': 0.25,
  'GET /auth/launcher/user': 0.25,
  'POST /auth/refresh': 0.12,
  'POST /auth/login': 0.75,
}

/** In milliseconds and MB (10^6 bytes). */
const MOST = {
  mixedP99: 6,
  hammeredP99: 50,
  codeLongest: 5000,
  ready: 350,
  first: 600,
  memoryAfterLoad: 190,
  memoryAtStart: 130,
} as const

/** How far a site with a million players may be slower than one with a thousand. */
export const MILLION_MOST = 1.2

/** The shares of a floor, by the names under which a floor file has them. */
export function sharesOf({ database, rows }: SiteFigures): Reach[] {
  return rows.flatMap(({ name, floor, ratio, raw }) => {
    const row = `${database}: ${name}`
    const least = database === 'SQLite' ? SHARES[name] : undefined
    const share = { row, figure: ratio, unit: `of ${floor}`, ...(least && { least }) }
    if (!raw) return [share]
    const ofRaw = { row: `${row}, raw`, figure: raw.ratio, unit: `of ${raw.by}` }
    return [share, { ...ofRaw, ...(raw.reach && { least: raw.reach }) }]
  })
}

/** Times and sizes. What they have to reach is said for SQLite. */
export function limitsOf({ database, ...site }: SiteFigures): Reach[] {
  const { mixed, hammered, mail, start, memory } = site
  const of = (row: string, figure: number, unit: string, most: number): Reach => {
    const named = { row: `${database}: ${row}`, figure, unit }
    return database === 'SQLite' ? { ...named, most } : named
  }
  return [
    of(`me, p99 while ${mixed.signIns} sign in`, mixed.p99, 'ms', MOST.mixedP99),
    ...hammered.map((one) => hammeredReach(database, one)),
    ...(mail ? [of('a code leaves, the longest', mail.longest, 'ms', MOST.codeLongest)] : []),
    of('start to ready', start.median, 'ms', MOST.ready),
    of('the very first start', start.first, 'ms', MOST.first),
    of('memory after the load', memory.afterLoad, 'MB', MOST.memoryAfterLoad),
    of('memory at start', memory.atStart, 'MB', MOST.memoryAtStart),
  ]
}

export function hammeredReach(database: Database, { name, p99 }: HammeredFigures): Reach {
  const row = `${database}: me, p99 while others hammer ${name}`
  return { row, figure: p99, unit: 'ms', most: MOST.hammeredP99 }
}

/** Whether a figure reaches what it has to; undefined when it has nothing to reach. */
export function isMet({ figure, least, most }: Omit<Reach, 'row' | 'unit'>): boolean | undefined {
  if (least !== undefined) return figure >= least
  return most === undefined ? undefined : figure <= most
}
