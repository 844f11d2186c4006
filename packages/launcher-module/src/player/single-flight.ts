/** Deduplicates work in progress by name: concurrent callers share one result. */
export function singleFlight<Result>() {
  const calls = new Map<string, Promise<Result>>()
  return {
    share(name: string, begin: () => Promise<Result>): Promise<Result> {
      const running = calls.get(name)
      if (running) return running

      const call = begin().finally(() => {
        if (calls.get(name) === call) calls.delete(name)
      })
      calls.set(name, call)
      return call
    },

    clear: () => calls.clear(),
  }
}
