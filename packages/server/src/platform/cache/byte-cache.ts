/** Keeps bytes by name, for content that is expensive to make or read and never changes its name. */
export type ByteCache = {
  get(name: string): Buffer | undefined
  set(name: string, bytes: Buffer): void
}

/** Keeps at most `mostBytes` and drops the least recently used bytes first. */
export function byteCache(mostBytes: number): ByteCache {
  const kept = new Map<string, Buffer>() // in the order of their last use
  let size = 0

  const drop = (name: string): void => {
    size -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  return {
    get(name) {
      const bytes = kept.get(name)
      if (!bytes) return undefined
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    set(name, bytes) {
      drop(name)
      if (bytes.length > mostBytes) return
      kept.set(name, bytes)
      size += bytes.length
      for (const oldest of kept.keys()) {
        if (size <= mostBytes) break
        drop(oldest)
      }
    },
  }
}
