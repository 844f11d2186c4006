export class TookTooLong extends Error {
  constructor() {
    super('it took too long')
  }
}

/** Waits at most so many milliseconds for work, which goes on all the same. @throws TookTooLong */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TookTooLong()), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
