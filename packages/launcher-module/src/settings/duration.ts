/** Go's units in milliseconds. `μs` may have either Unicode character for micro. */
const UNITS = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** The longest duration in Go: 2^63 nanoseconds. */
const MAX_DURATION = 2 ** 63 / 1e6

/**
 * Parses a duration like Go's `time.ParseDuration`: `5s`, `1h30m`, `1.5h`, `500ms`, `0`. Undefined for anything else,
 * including negative durations.
 */
export function parseDuration(text: string): number | undefined {
  const unsigned = text.replace(/^\+/, '')
  if (unsigned === '0') return 0
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(unsigned)) return undefined

  let sum = 0
  for (const [, count, unit = ''] of unsigned.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    sum += Number(count) * (UNITS.get(unit) ?? Number.NaN)
  }
  return sum < MAX_DURATION ? sum : undefined
}
