/**
 * `used`, `idle` and `waiting` are current numbers. `waits`: how many callers have had to wait for a connection since
 * the start. `waited`: for how long in total, in milliseconds.
 */
export type PoolLoad = {
  used: number
  idle: number
  waiting: number
  waits: number
  waited: number
}

export type PoolLoads = { reads: PoolLoad; writes: PoolLoad }

export function sumLoads(one: PoolLoad, other: PoolLoad): PoolLoad {
  return {
    used: one.used + other.used,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
    waits: one.waits + other.waits,
    waited: one.waited + other.waited,
  }
}

export function waitCounter() {
  const counted = { waits: 0, waited: 0 }
  return {
    counted,
    begin(): () => void {
      const since = performance.now()
      return () => {
        counted.waits += 1
        counted.waited += performance.now() - since
      }
    },
  }
}
