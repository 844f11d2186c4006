export type ByteCache = {
  get(name: string): Buffer | undefined
  set(name: string, bytes: Buffer): void
}

/** Makes a cache of at most `maxBytes` bytes. When it is full, the least recently used entries are removed. */
export function byteCache(maxBytes: number): ByteCache {
  const kept = new Map<string, Buffer>() // least recently used first
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
      if (bytes.length > maxBytes) return
      kept.set(name, bytes)
      size += bytes.length
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
