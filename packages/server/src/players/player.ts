import type { Locale } from '@portal/contract'

/** A person with an account. `username` is in the spelling in which the player entered it. */
export type Player = {
  id: string
  username: string
  /** The e-mail address; null for an account without one (docs/contract.md#without-an-address). */
  email: string | null
  passwordHash: string
  locale: Locale
  activatedAt: number | null
  passwordChangeRequiredAt: number | null
  superuserAt: number | null
  totpEnabledAt: number | null
  realCents: number
  virtualCents: number
  /**
   * The hashes of the textures that the player wears. `skinTwinHash` is the 64-pixel version of an HD skin
   * (docs/textures.md#skins-and-capes).
   */
  skinHash: string | null
  skinTwinHash: string | null
  skinModel: 'slim' | 'classic' | null
  capeHash: string | null
  createdAt: number
  /** The first instant of the day (UTC) of the last visit; 0 if none is known. */
  seenOn: number
  deletesAt: number | null
}

/** Returns the form in which names and addresses are compared, regardless of case. */
export function lookupKey(nameOrEmail: string): string {
  return nameOrEmail.toLowerCase()
}
