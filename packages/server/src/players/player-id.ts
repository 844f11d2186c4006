import { createHash } from 'node:crypto'

const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Normalises a player's id, with or without dashes and in any case; undefined for any other text. */
export function readPlayerId(text: string): string | undefined {
  const id = text.toLowerCase().replace(BARE, '$1-$2-$3-$4-$5')
  return DASHED.test(id) ? id : undefined
}

/**
 * Returns the id that a game server in offline mode gives a name: the version 3 uuid of
 * `OfflinePlayer:<name>`, spelled exactly. Inventories on such a server belong to that id.
 */
export function offlinePlayerId(username: string): string {
  const bytes = createHash('md5').update(`OfflinePlayer:${username}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6) // version 3 (RFC 9562, 5.3)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8) // its variant
  return bytes.toString('hex').replace(BARE, '$1-$2-$3-$4-$5')
}
