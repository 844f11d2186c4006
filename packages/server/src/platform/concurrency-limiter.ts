import { Refusal } from './errors.ts'

const RETRY_AFTER_SECONDS = 2

export type ConcurrencyLimiter = {
  <T>(job: () => Promise<T>): Promise<T>
  load(): Load
}

export type Load = { running: number; waiting: number }

/**
 * Makes a function that runs jobs, at most `maxRunning` at a time. At most `maxQueued` others wait.
 * @throws Refusal `overloaded`, from the returned function, if the queue is full
 */
export function concurrencyLimiter(maxRunning: number, maxQueued: number): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  const runLimited = async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < maxRunning) running += 1
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Refusal('overloaded', { retryAfter: RETRY_AFTER_SECONDS })

    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.assign(runLimited, { load: () => ({ running, waiting: waiting.length }) })
}
