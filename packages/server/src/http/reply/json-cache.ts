import { gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** Smaller responses are not compressed: they fit into a few packets anyway. */
const MIN_GZIP_BYTES = 16 * 1024

const gzipped = new WeakMap<Buffer, Buffer>()

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

/**
 * Compresses bytes that `cachedJson` returned, and caches the result. Returns undefined for fewer than `MIN_GZIP_BYTES`
 * bytes.
 */
export function cachedGzip(bytes: Buffer): Buffer | undefined {
  if (bytes.length < MIN_GZIP_BYTES) return undefined
  const known = gzipped.get(bytes) ?? gzipSync(bytes)
  gzipped.set(bytes, known)
  return known
}

const serialized = new WeakMap<object, Buffer>()

/**
 * Serializes a frozen object as JSON, and caches the result.
 * @param pick keeps only the fields of the schema
 * @returns undefined if the object is not frozen
 */
export function cachedJson(reply: unknown, pick: (reply: unknown) => unknown): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !Object.isFrozen(reply)) return undefined
  const known = serialized.get(reply)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(pick(reply)))
  serialized.set(reply, bytes)
  return bytes
}
