import type { ErrorCode } from '@portal/contract'
import { isFrequent } from './frequent-passwords.ts'
import { holdsOwnName, type PasswordContext } from './own-names.ts'
import { readable } from './password-text.ts'
import { isRepeated } from './repeats.ts'
import { isSequence } from './runs.ts'

const SHORTEST = 8
const LONGEST = 128

/**
 * Tells why a new password cannot be used; undefined when it can. Characters are code points, and
 * nothing is trimmed (docs/contract.md#passwords). Of several reasons the first in this order
 * counts: the length, then what only this player must not use, then the shape, which explains more
 * than that others use the password too.
 */
export function passwordFault(password: string, context: PasswordContext): ErrorCode | undefined {
  const length = [...password].length
  if (length < SHORTEST) return 'password.short'
  if (length > LONGEST) return 'password.long'

  const characters = readable(password)
  if (holdsOwnName(characters, context)) return 'password.context'
  if (isRepeated(characters)) return 'password.repeated'
  if (isSequence(characters)) return 'password.sequence'
  if (isFrequent(characters)) return 'password.common'
  return undefined
}
