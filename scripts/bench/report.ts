import { availableParallelism } from 'node:os'
import type { HammeredFigures } from './hammer.ts'
import type { RowFigures } from './measure-row.ts'
import type { SiteFigures } from './measure-site.ts'

/** The targets on SQLite, in milliseconds and MB (10^6 bytes). */
const TARGETS = {
  mixedP99: 30,
  hammeredP99: 50,
  readyMedian: 500,
  memory: 130,
  codeLongest: 5000,
} as const

/** All figures as JSON, not rounded. */
export function toJson(sites: readonly SiteFigures[], quick: boolean): string {
  return JSON.stringify({ ...machine(), quick, targets: TARGETS, sites }, null, 2)
}

/** The figures as text for people, with the targets beside them. */
export function toText(sites: readonly SiteFigures[], quick: boolean): string {
  const { node, cores } = machine()
  const kind = quick ? 'quick run, figures are rough' : 'full run'
  return [
    `Node ${node}, ${cores} cores shared by the site, its database and the load; ${kind}`,
    ...sites.map(siteText),
    NOTES,
  ].join('\n\n')
}

const NOTES = `rate: answers per second; each connection waits for an answer before its next request.
unrest: the fastest slice of the floor over the slowest; far from 1, other work disturbed the row.
ratio: median over pairs of alternating slices of site and floor.
floors: a bare node:http server with answers of the same size; argon2id alone, one worker per core.`

function machine() {
  return { node: process.version, cores: availableParallelism() }
}

function siteText({ database, rows, mixed, hammered, mail, start, memory }: SiteFigures): string {
  const hasTargets = database === 'SQLite'
  const head = ['', 'conns', 'rate', 'p50 ms', 'p99 ms', 'floor', 'unrest', 'ratio']
  const table = aligned([head, ...rows.map((row) => rowCells(row, hasTargets))])
  const most = (limit: number, value: number, unit: string): string =>
    hasTargets ? `  ${verdict(value <= limit)} ≤ ${limit} ${unit}` : ''

  const { p50, p99 } = mixed
  const behind = mail.notices.written - mail.notices.sent
  const others = `${mixed.signIns} connections sign in (${short(mixed.signInRate)}/s)`
  return [
    database,
    ...table,
    ...rawTable(rows),
    `me on ${mixed.connections} connections (${short(mixed.rate)}/s) while ${others}:`,
    `  p50 ${short(p50)} ms, p99 ${short(p99)} ms${most(TARGETS.mixedP99, p99, 'ms')}`,
    hammeredText(hammered),
    `${mail.codes} codes, at 0.7 s per mail, while ten sign-ins per second cause notices (${behind} wait at the end):`,
    `  median ${whole(mail.median)} ms, longest ${whole(mail.longest)} ms${most(TARGETS.codeLongest, mail.longest, 'ms')}`,
    `start to ready, median of ${start.again.length}:`,
    `  ${whole(start.median)} ms${most(TARGETS.readyMedian, start.median, 'ms')}`,
    `  ${whole(start.first)} ms for the first start: empty database, no compiled code`,
    'memory after the load:',
    `  ${whole(memory)} MB${most(TARGETS.memory, memory, 'MB')}`,
  ].join('\n')
}

/** The figures of readers while others hammered. */
export function hammeredText(hammered: readonly HammeredFigures[]): string {
  const table = hammered.map(({ name, rate, statuses, p50, p99 }) => {
    const answers = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`)
    const target = `${verdict(p99 <= TARGETS.hammeredP99)} ≤ ${TARGETS.hammeredP99} ms`
    return [name, short(rate), p50.toFixed(1), p99.toFixed(1), `${target}  ${answers.join(', ')}`]
  })
  return [
    'me on 4 connections while 8 connections hammer one endpoint:',
    ...aligned([['', 'rate', 'me p50', 'me p99', ''], ...table]),
  ].join('\n')
}

/** The rows against the database alone, where they have such a floor. */
function rawTable(rows: readonly RowFigures[]): string[] {
  const compared = rows.flatMap(({ name, rate, raw }) => {
    if (!raw) return []
    const reached = `${verdict(raw.ratio >= raw.reach)} ≥ ${raw.reach}`
    return [[name, short(rate), short(raw.rate), raw.ratio.toFixed(2), `of ${raw.by}  ${reached}`]]
  })
  if (compared.length === 0) return []
  return [
    'against raw prepared statements on as many connections (a row by its key; the two of a refresh):',
    ...aligned([['', 'rate', 'floor', 'ratio', ''], ...compared]),
  ]
}

function rowCells(row: RowFigures, hasTargets: boolean): string[] {
  const { target, ratio, floor } = row
  const wanted = hasTargets && target !== undefined
  return [
    row.name,
    String(row.connections),
    short(row.rate),
    row.p50.toFixed(1),
    row.p99.toFixed(1),
    short(row.floorRate),
    row.unrest.toFixed(1),
    ratio.toFixed(2),
    wanted ? `of ${floor}  ${verdict(ratio >= target)} ≥ ${target}` : `of ${floor}`,
  ]
}

function verdict(met: boolean): string {
  return met ? 'met' : 'MISSED'
}

/** Aligns columns: words (the first and last column) to the left, numbers to the right. */
function aligned(table: readonly string[][]): string[] {
  const widths: number[] = []
  for (const cells of table) {
    for (const [n, cell] of cells.entries()) widths[n] = Math.max(widths[n] ?? 0, cell.length)
  }
  const isWord = (column: number): boolean => column === 0 || column === widths.length - 1
  return table.map((cells) => {
    const padded = cells.map((cell, n) =>
      isWord(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0),
    )
    return padded.join('  ').trimEnd()
  })
}

/** Formats small values with one decimal place. */
function short(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value)
}

function whole(value: number): string {
  return value.toFixed(0)
}
