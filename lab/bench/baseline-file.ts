import { parse } from 'yaml'

/** The ratios that a run must reach, by the names of the rows that the bench prints. */
export type BaselineFile = {
  /** Shares of a baseline: higher is better. */
  shares: Record<string, number>
  /** Ratios of the cost with a million players to the cost with a thousand: lower is better. */
  million: Record<string, number>
}

/** A ratio may be worse than its baseline by this share. */
const SLACK = 0.1

/**
 * Reads a baseline file, which is YAML or JSON.
 *
 * @throws Error naming the invalid part
 */
export function readBaselineFile(text: string): BaselineFile {
  const { shares, million, ...others } = mapIn(parse(text), 'the file')
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`the floor file has no part "${unknown}"`)
  return { shares: ratiosIn(shares, 'shares'), million: ratiosIn(million, 'million') }
}

function ratiosIn(part: unknown, name: string): Record<string, number> {
  const entries = Object.entries(mapIn(part ?? {}, name))
  return Object.fromEntries(
    entries.map(([row, ratio]) => {
      if (typeof ratio === 'number' && ratio > 0) return [row, ratio]
      throw new Error(`the floor file has no ratio for "${row}"`)
    }),
  )
}

function mapIn(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error(`the floor file is no list of ratios by name: ${name}`)
}

/**
 * Describes the ratios that are worse than the ratios of a baseline file by more than a tenth. A row that was not
 * measured counts as missed, because its name may have changed.
 * @param better whether higher or lower ratios are better
 */
export function missedBaselines(
  baselines: Record<string, number>,
  measured: ReadonlyMap<string, number>,
  better: 'higher' | 'lower',
): string[] {
  return Object.entries(baselines).flatMap(([row, baseline]) => {
    const ratio = measured.get(row)
    if (ratio === undefined) return [`${row}: not measured, and the floor file has ${baseline}`]
    const limit = better === 'higher' ? baseline * (1 - SLACK) : baseline * (1 + SLACK)
    const holds = better === 'higher' ? ratio >= limit : ratio <= limit
    if (holds) return []
    return [`${row}: ${ratio.toFixed(2)}, and the floor file has ${baseline}`]
  })
}
