/** The protection of an account, as far as the account page can tell. */
export type SecurityFacts = {
  /** Undefined if the passkeys could not be counted. */
  passkeys: number | undefined
  canAddPasskey: boolean
  hasTwoFactor: boolean
  /** Undefined if the site or the account has no recovery codes. */
  recoveryCodes: number | undefined
}

export type SecurityAdvice = 'passkey' | 'twoFactor' | 'codes' | 'nothing'

/** At this number or below, the player is advised to create new recovery codes. */
export const FEW_CODES = 3

/** Returns the one action that protects the account best now. */
export function securityAdvice(facts: SecurityFacts): SecurityAdvice {
  const { passkeys, canAddPasskey, hasTwoFactor, recoveryCodes } = facts
  if (hasTwoFactor && recoveryCodes !== undefined && recoveryCodes <= FEW_CODES) return 'codes'
  if (passkeys === 0 && canAddPasskey) return 'passkey'
  return hasTwoFactor ? 'nothing' : 'twoFactor'
}
