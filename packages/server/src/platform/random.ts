import { randomBytes } from 'node:crypto'

/** The only source of random bytes, so that tests can repeat a run. */
export type Random = { bytes(count: number): Buffer }

const POOL_BYTES = 4096

/**
 * Makes a source that draws 4 KiB at a time, because a system call costs more than 16 bytes. Erases returned bytes from
 * its pool.
 */
function pooledRandom(): Random {
  let pool = Buffer.alloc(0)
  let used = 0
  return {
    bytes(count) {
      if (count > POOL_BYTES) return randomBytes(count)
      if (used + count > pool.length) {
        pool = randomBytes(POOL_BYTES)
        used = 0
      }
      const given = Buffer.from(pool.subarray(used, used + count))
      pool.fill(0, used, used + count)
      used += count
      return given
    },
  }
}

export const systemRandom: Random = pooledRandom()

/** Makes a token of 256 random bits, as 43 characters that are safe in URLs. */
export function newToken(random: Random): string {
  return random.bytes(32).toString('base64url')
}

/** Makes an ID of 128 random bits, as 22 characters that are safe in URLs. */
export function newId(random: Random): string {
  return random.bytes(16).toString('base64url')
}

export function newUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return dashed(bytes.toString('hex'))
}

/** Makes an ID that sorts by the time of its creation (RFC 9562, version 7). */
export function newSortableId(random: Random, now: number): string {
  const bytes = random.bytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return dashed(bytes.toString('hex'))
}

export function isSortableId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text)
}

function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
