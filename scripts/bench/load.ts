/** One request and its answer, checked. */
export type Visit = () => Promise<void>

/** What was measured in one stretch of time. Times are milliseconds. */
export type Slice = { rate: number; latencies: number[] }

/**
 * Lets every visitor visit again and again for a time, each waiting for its answer before it asks
 * anew. Visits begun in time are waited for and count, over the time it took, so that a slice is
 * right also for slow requests.
 */
export async function load(visitors: readonly Visit[], duration: number): Promise<Slice> {
  const latencies: number[] = []
  const begunAt = performance.now()
  const until = begunAt + duration

  const repeat = async (visit: Visit): Promise<void> => {
    let at = performance.now()
    while (at < until) {
      await visit()
      const answeredAt = performance.now()
      latencies.push(answeredAt - at)
      at = answeredAt
    }
  }
  await Promise.all(visitors.map(repeat))
  return { rate: perSecond(latencies.length, performance.now() - begunAt), latencies }
}

export function perSecond(count: number, duration: number): number {
  return (count * 1000) / duration
}
