import type { Locale } from '@portal/contract'

/** A person with an account. `username` keeps the spelling chosen at registration. */
export type Player = {
  id: string
  username: string
  /** Null for an account without an address (docs/contract.md#without-an-address). */
  email: string | null
  passwordHash: string
  locale: Locale
  activatedAt: number | null
  passwordChangeRequiredAt: number | null
  superuserAt: number | null
  /** Since when signing in needs a code; null when it does not. */
  totpEnabledAt: number | null
  realCents: number
  virtualCents: number
  /** What they wear, by hash; the twin of an HD skin has 64 pixels (docs/contract.md#skins-and-capes). */
  skinHash: string | null
  skinTwinHash: string | null
  skinModel: 'slim' | 'classic' | null
  capeHash: string | null
  createdAt: number
  /** When their account is deleted, as they asked; null for everybody else. */
  deletesAt: number | null
}

/** Returns the form in which names and addresses are compared: they are equal in any letter case. */
export function keyOf(nameOrEmail: string): string {
  return nameOrEmail.toLowerCase()
}
