/**
 * Groups calls for a durable write: all callers that arrive while a `sync` runs share the next one.
 * A caller's promise settles after a `sync` that began after the call, so everything written before
 * the call is on the disk by then.
 */
export function groupSync(sync: () => Promise<void>): () => Promise<void> {
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
      .catch(() => undefined) // its own callers learn of it; these wait for the next one
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
