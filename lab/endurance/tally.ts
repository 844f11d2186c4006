import { percentile } from '../bench/statistics.ts'

/** Counts requests by their results. Times are in milliseconds. */
export type Tally = Map<string, Entry>

type Entry = { latencies: number[]; statuses: Map<number, number> }

export function note(tally: Tally, name: string, status: number, latency: number): void {
  const entry: Entry = tally.get(name) ?? { latencies: [], statuses: new Map() }
  tally.set(name, entry)
  entry.latencies.push(latency)
  entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1)
}

/** Counts requests that got no response or a refusal. No request of these tests should be refused. */
export function failuresIn(tally: Tally): number {
  let failures = 0
  for (const { statuses } of tally.values()) {
    for (const [status, count] of statuses) if (status < 200 || status >= 400) failures += count
  }
  return failures
}

/** Formats a line for each kind of request: count, times, and statuses. */
export function toTable(tally: Tally): string {
  const lines = [...tally].map(([name, { latencies, statuses }]) => {
    const times = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1).padStart(8))
    const answers = [...statuses].map(([status, count]) => `${status || 'none'}: ${count}`)
    return `${name.padEnd(34)}${String(latencies.length).padStart(8)} ${times.join('')}  ${answers.join(', ')}`
  })
  const head = `${''.padEnd(34)}${'count'.padStart(8)} ${['p50 ms', 'p99 ms', 'max ms'].map((word) => word.padStart(8)).join('')}  answers`
  return [head, ...lines].join('\n')
}
