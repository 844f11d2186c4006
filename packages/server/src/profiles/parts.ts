import { type ByteCache, byteCache } from '../platform/cache/byte-cache.ts'
import { type ConcurrencyLimiter, concurrencyLimiter } from '../platform/concurrency-limiter.ts'

export type ProfileParts = {
  textureLimiter: ConcurrencyLimiter
  renderLimiter: ConcurrencyLimiter
  imageCache: ByteCache
}

const MAX_CONCURRENT_IMAGES = 2 // reading a picture takes up to 20 MB
const MAX_QUEUED_UPLOADS = 64 // each takes up to 2 MB
const MAX_QUEUED_RENDERS = 2000 // a page with a list of players requests all faces at the same time
const IMAGE_CACHE_BYTES = 32 * 1024 * 1024

export function openProfiles(): ProfileParts {
  return {
    textureLimiter: concurrencyLimiter(MAX_CONCURRENT_IMAGES, MAX_QUEUED_UPLOADS),
    renderLimiter: concurrencyLimiter(MAX_CONCURRENT_IMAGES, MAX_QUEUED_RENDERS),
    imageCache: byteCache(IMAGE_CACHE_BYTES),
  }
}
