import type { Locale } from '@portal/contract'

/** A person with an account. `username` keeps the spelling chosen at registration. */
export type Player = {
  id: string
  username: string
  email: string
  passwordHash: string
  locale: Locale
  activatedAt: number | null
  passwordChangeRequiredAt: number | null
  superuserAt: number | null
  /** Since when signing in needs a code; null: it does not. */
  totpEnabledAt: number | null
  realCents: number
  virtualCents: number
  /** What he wears, by hash; the twin is the 64-pixel form of an HD skin (textures, HD). */
  skinHash: string | null
  skinTwinHash: string | null
  skinModel: 'slim' | 'classic' | null
  capeHash: string | null
  createdAt: number
}

/** Names and addresses are compared in this form: two that differ only in case are the same. */
export function keyOf(nameOrEmail: string): string {
  return nameOrEmail.toLowerCase()
}
