/**
 * Returns a function that waits for a `sync` that began after its call, so that all earlier writes are on disk.
 * Concurrent calls share a sync.
 */
export function groupCommits(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = (): Promise<void> => {
    running = sync().finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined) // its error is for its own callers, not for those of the next sync
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
