import type { ErrorCode } from '@portal/contract'
import { isFrequent } from './frequent-passwords.ts'
import { containsOwnName, type PasswordContext } from './own-names.ts'
import { normalizeText } from './password-text.ts'
import { isRepeated } from './repeats.ts'
import { isSequence } from './runs.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128

/**
 * Returns the first reason to refuse a password: length, the player's own names, patterns, then frequency
 * (docs/contract.md#passwords); undefined for a good password. Counts code points and trims nothing.
 */
export function passwordFault(password: string, context: PasswordContext): ErrorCode | undefined {
  const length = [...password].length
  if (length < MIN_LENGTH) return 'password.short'
  if (length > MAX_LENGTH) return 'password.long'

  const characters = normalizeText(password)
  if (containsOwnName(characters, context)) return 'password.context'
  if (isRepeated(characters)) return 'password.repeated'
  if (isSequence(characters)) return 'password.sequence'
  if (isFrequent(characters)) return 'password.common'
  return undefined
}
