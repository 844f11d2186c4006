import type { Plan } from './measure-site.ts'
import type { MillionPace } from './million.ts'

type Plans = Plan & { million: MillionPace }

/** A full run takes less than five minutes on two quiet cores, and so does `--million`. */
export const FULL: Plans = {
  reads: { warmUp: 1000, slice: 500, rounds: 7 },
  signIns: { warmUp: 800, slice: 1000, rounds: 5 },
  mixed: 5000,
  mail: 10_000,
  overload: 1500,
  deliveries: 40,
  starts: 5,
  million: { rounds: 25, slice: 40_000 },
}

export const QUICK: Plans = {
  reads: { warmUp: 700, slice: 400, rounds: 3 },
  signIns: { warmUp: 500, slice: 800, rounds: 2 },
  mixed: 2000,
  mail: 6000,
  overload: 700,
  deliveries: 10,
  starts: 3,
  million: { rounds: 5, slice: 20_000 },
}
