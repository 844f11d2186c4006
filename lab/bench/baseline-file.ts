import { parse } from 'yaml'

/** Ratios that a run must not lose, by the names of the table's rows. */
export type FloorFile = {
  /** Shares of a floor: more is better. */
  shares: Record<string, number>
  /** A million players over a thousand: less is better. */
  million: Record<string, number>
}

/** The part of a ratio that noise may take. */
const SLACK = 0.1

/**
 * Reads a floor file, which is YAML or JSON.
 *
 * @throws Error that names what is wrong in it.
 */
export function readFloorFile(text: string): FloorFile {
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
 * Says which ratios are worse than those of a floor file by more than a tenth, a sentence for each. A
 * row that was not measured is missed, too, because its name may have changed.
 *
 * @param better whether a higher or a lower ratio is better.
 */
export function missedFloors(
  floors: Record<string, number>,
  measured: ReadonlyMap<string, number>,
  better: 'higher' | 'lower',
): string[] {
  return Object.entries(floors).flatMap(([row, floor]) => {
    const ratio = measured.get(row)
    if (ratio === undefined) return [`${row}: not measured, and the floor file has ${floor}`]
    const limit = better === 'higher' ? floor * (1 - SLACK) : floor * (1 + SLACK)
    const holds = better === 'higher' ? ratio >= limit : ratio <= limit
    if (holds) return []
    return [`${row}: ${ratio.toFixed(2)}, and the floor file has ${floor}`]
  })
}
