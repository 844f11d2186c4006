import type { SkinModel } from '@portal/contract'

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
