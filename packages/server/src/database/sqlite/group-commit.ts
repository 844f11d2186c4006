/** A promise resolves after a `sync` that began after the call, so all earlier writes are on disk. */
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
      .catch(() => undefined) // its own callers get the error; these wait for the next sync
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
