import type { SecondFactor, SignedInWith } from '@portal/contract'

/** Authentication context classes: one factor, or a second one that the player used in this session. */
export const ACR_VALUES = ['sfa', 'mfa'] as const

type Factors = { signedInWith: SignedInWith | null; secondFactor: SecondFactor | null }

/** Returns the class and the methods of a sign-in (OpenID Connect Core 1.0, 2; RFC 8176). */
export function authenticationContext({ signedInWith, secondFactor }: Factors): {
  acr: (typeof ACR_VALUES)[number]
  amr: string[]
} {
  const methods = new Set<string>()
  if (signedInWith !== null) methods.add(METHODS[signedInWith])
  if (secondFactor !== null) methods.add(FACTORS[secondFactor]).add('mfa')
  return { acr: secondFactor === null ? 'sfa' : 'mfa', amr: [...methods] }
}

/** Methods of RFC 8176. `fed` is not registered: only the service with which the player signed in knows the method. */
const METHODS: Record<SignedInWith, string> = {
  password: 'pwd',
  'launcher-password': 'pwd',
  account: 'pwd',
  code: 'pwd',
  passkey: 'pop',
  identity: 'fed',
}

const FACTORS: Record<SecondFactor, string> = { code: 'otp', passkey: 'pop', identity: 'fed' }
