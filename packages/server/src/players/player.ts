import type { Locale } from '@portal/contract'

/** A person with an account. `username` keeps the spelling of the registration. */
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
  totpEnabledAt: number | null
  realCents: number
  virtualCents: number
  /**
   * Hashes of the textures in use; the copy (`twin`) of an HD skin is 64 pixels wide
   * (docs/textures.md#skins-and-capes).
   */
  skinHash: string | null
  skinTwinHash: string | null
  skinModel: 'slim' | 'classic' | null
  capeHash: string | null
  createdAt: number
  /** The first instant of the day (UTC) of the last visit; 0: none is known. */
  seenOn: number
  deletesAt: number | null
}

/** Returns the form in which names and addresses are compared, without case. */
export function lookupKey(nameOrEmail: string): string {
  return nameOrEmail.toLowerCase()
}
