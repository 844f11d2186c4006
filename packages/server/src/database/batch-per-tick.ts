type PendingQuery<Query, Result> = { query: Query } & Pick<
  PromiseWithResolvers<Result>,
  'resolve' | 'reject'
>

/**
 * Returns a function that collects the queries of one turn of the event loop and runs them together at the end of the
 * turn.
 * @param runBatch returns an outcome for each query, in order; an error that it throws rejects all of them
 */
export function batchPerTick<Query, Result>(
  runBatch: (
    queries: Query[],
  ) => PromiseSettledResult<Result>[] | Promise<PromiseSettledResult<Result>[]>,
): (query: Query) => Promise<Result> {
  let pending: PendingQuery<Query, Result>[] = []

  const flush = async (): Promise<void> => {
    const batch = pending
    pending = []
    try {
      const outcomes = await runBatch(batch.map(({ query }) => query))
      for (const [place, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') batch[place]?.resolve(outcome.value)
        else batch[place]?.reject(outcome.reason)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (query) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(flush)
      pending.push({ query, resolve, reject })
    })
}
