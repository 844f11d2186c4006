import { Refusal } from './errors.ts'

const RETRY_AFTER_SECONDS = 2

/** Runs a job when its turn comes. */
export type Turnstile = {
  <T>(job: () => Promise<T>): Promise<T>
  load(): Load
}

/** How many jobs are running, and how many wait for a place. */
export type Load = { running: number; waiting: number }

/**
 * Runs at most `places` jobs at once and lets at most `seats` more wait, first come, first served.
 *
 * @throws Refusal `overloaded`, from the returned function, when every seat is taken.
 */
export function turnstile(places: number, seats: number): Turnstile {
  const waiting: (() => void)[] = []
  let running = 0

  const runInTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < places) running += 1
    else if (waiting.length < seats) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Refusal('overloaded', { retryAfter: RETRY_AFTER_SECONDS })

    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.assign(runInTurn, { load: () => ({ running, waiting: waiting.length }) })
}
