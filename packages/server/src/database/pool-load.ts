/**
 * What a pool does at the moment: how many of its connections are used and idle, and how many wait for
 * one. `waits` and `waited` (milliseconds) count from the start who got one only later, or none.
 */
export type PoolLoad = {
  used: number
  idle: number
  waiting: number
  waits: number
  waited: number
}

/** The connections that only read, and those that carry transactions and single writes. */
export type PoolLoads = { reads: PoolLoad; writes: PoolLoad }

/** Adds up two pools that serve the same. */
export function together(one: PoolLoad, other: PoolLoad): PoolLoad {
  return {
    used: one.used + other.used,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
    waits: one.waits + other.waits,
    waited: one.waited + other.waited,
  }
}

/** Counts who waited, and for how long. */
export function waitCounter() {
  const counted = { waits: 0, waited: 0 }
  return {
    counted,
    /** Begins a wait. @returns what is to be called at its end. */
    begin(): () => void {
      const since = performance.now()
      return () => {
        counted.waits += 1
        counted.waited += performance.now() - since
      }
    },
  }
}
