export class TimeoutError extends Error {
  constructor() {
    super('it took too long')
  }
}

/** Waits at most this many milliseconds for work, but does not cancel it. @throws TimeoutError */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeoutError()), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
