import { createHash } from 'node:crypto'

const UNDASHED = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns the normal form of a player's UUID, which may be given without dashes and in any case; undefined for any
 * other text.
 */
export function readPlayerId(text: string): string | undefined {
  const id = text.toLowerCase().replace(UNDASHED, '$1-$2-$3-$4-$5')
  return DASHED.test(id) ? id : undefined
}

/**
 * Returns the UUID that a game server in offline mode gives a player: the version 3 UUID of `OfflinePlayer:<name>`.
 * Inventories of such servers belong to it.
 */
export function offlinePlayerId(username: string): string {
  const bytes = createHash('md5').update(`OfflinePlayer:${username}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6) // sets version 3 (RFC 9562, 5.3)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8) // sets the RFC variant
  return bytes.toString('hex').replace(UNDASHED, '$1-$2-$3-$4-$5')
}
