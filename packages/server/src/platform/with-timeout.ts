export class TimeoutError extends Error {
  constructor() {
    super('it took too long')
  }
}

/**
 * Waits for work, but only this many milliseconds. Does not cancel the work.
 * @throws TimeoutError
 */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeoutError()), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
