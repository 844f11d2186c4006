import { gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** Smaller replies fit into a few packets as they are. */
const WORTH_PACKING = 16 * 1024

const packed = new WeakMap<Buffer, Buffer>()

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

/** Compresses what `writtenOnce` returned, once; undefined when it is too small for that to help. */
export function packedOnce(bytes: Buffer): Buffer | undefined {
  if (bytes.length < WORTH_PACKING) return undefined
  const known = packed.get(bytes) ?? gzipSync(bytes)
  packed.set(bytes, known)
  return known
}

const written = new WeakMap<object, Buffer>()

/**
 * Returns the JSON of a frozen reply, which never changes and so is written once.
 *
 * @param pick keeps what the row's schema names.
 * @returns undefined for any other reply.
 */
export function writtenOnce(reply: unknown, pick: (reply: unknown) => unknown): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !Object.isFrozen(reply)) return undefined
  const known = written.get(reply)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(pick(reply)))
  written.set(reply, bytes)
  return bytes
}
