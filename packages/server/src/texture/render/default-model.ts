import { createHash } from 'node:crypto'
import type { SkinModel } from './skin-model.ts'

/** The positions of the last digits of the four 32-bit words in a uuid without dashes. */
const WORD_ENDS = [7, 15, 23, 31]

/**
 * Returns the model of a player without a skin, as the game chose it while it had two: slim when Java's
 * `UUID.hashCode()` is odd. That number is the XOR of the four words of the uuid.
 *
 * @param uuid lower case, with dashes.
 */
export function defaultModel(uuid: string): SkinModel {
  const digits = uuid.replaceAll('-', '')
  const parity = WORD_ENDS.reduce(
    (sum, at) => sum ^ (Number.parseInt(digits.charAt(at), 16) & 1),
    0,
  )
  return parity === 1 ? 'slim' : 'classic'
}

/**
 * Returns the uuid that a game without accounts gives a name: version 3 over `OfflinePlayer:<name>`, in
 * the spelling of the name.
 */
export function offlineUuid(name: string): string {
  const bytes = createHash('md5').update(`OfflinePlayer:${name}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
