import type { ErrorCode } from '@portal/contract'

const SHORTEST = 8
const LONGEST = 128

/**
 * Why a new password cannot be used; undefined when it can. Characters are code points, and
 * nothing is trimmed (security, Passwords).
 */
export function passwordFault(password: string): ErrorCode | undefined {
  const length = [...password].length
  if (length < SHORTEST) return 'password.short'
  if (length > LONGEST) return 'password.long'
  return undefined
}
