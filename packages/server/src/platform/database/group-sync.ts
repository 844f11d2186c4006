/**
 * Joins calls for a durable write: any number of callers that wait while one `sync` runs share the
 * next one. A caller's promise settles after a `sync` that began after its call, so what was
 * written before the call is on the disk by then.
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
      .catch(() => undefined) // its own callers are told; these wait for another
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
