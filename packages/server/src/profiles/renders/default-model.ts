import type { SkinModel } from '@portal/contract'

/** The position of the last digit of each of the four 32-bit words in a UUID without dashes. */
const WORD_ENDS = [7, 15, 23, 31]

/**
 * Returns the model of a player without a skin, as the game chose it when it had two models: slim if Java's
 * `UUID.hashCode()`, the XOR of the four words, is odd.
 * @param uuid in lower case, with dashes
 */
export function defaultModel(uuid: string): SkinModel {
  const digits = uuid.replaceAll('-', '')
  const parity = WORD_ENDS.reduce(
    (sum, at) => sum ^ (Number.parseInt(digits.charAt(at), 16) & 1),
    0,
  )
  return parity === 1 ? 'slim' : 'classic'
}
