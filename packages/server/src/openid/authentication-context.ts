import type { SecondFactor, SignedInWith } from '@portal/contract'

/**
 * The authentication context classes: `sfa` for one factor, `mfa` if the player used a second factor in this session.
 */
export const ACR_VALUES = ['sfa', 'mfa'] as const

type Factors = { signedInWith: SignedInWith | null; secondFactor: SecondFactor | null }

/** Returns the class (`acr`) and the methods (`amr`) of a sign-in (OpenID Connect Core 1.0, 2; RFC 8176). */
export function authenticationContext({ signedInWith, secondFactor }: Factors): {
  acr: (typeof ACR_VALUES)[number]
  amr: string[]
} {
  const methods = new Set<string>()
  if (signedInWith !== null) methods.add(METHODS[signedInWith])
  if (secondFactor !== null) methods.add(FACTORS[secondFactor]).add('mfa')
  return { acr: secondFactor === null ? 'sfa' : 'mfa', amr: [...methods] }
}

/**
 * The method of each kind of sign-in (RFC 8176). `fed` is not registered: it stands for a linked account, whose
 * provider alone knows the method.
 */
const METHODS: Record<SignedInWith, string> = {
  password: 'pwd',
  'launcher-password': 'pwd',
  account: 'pwd',
  code: 'pwd',
  passkey: 'pop',
  identity: 'fed',
}

const FACTORS: Record<SecondFactor, string> = { code: 'otp', passkey: 'pop', identity: 'fed' }
