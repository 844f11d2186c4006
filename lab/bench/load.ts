export type Visit = () => Promise<void>

/** The measurements of one time slice. Times are in milliseconds. */
export type Slice = { rate: number; latencies: number[] }

/**
 * Repeats all visits for `duration` ms. Each visitor waits for the response before the next visit. Visits that began
 * before the end are awaited and counted, and the rate includes the time that they take.
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
