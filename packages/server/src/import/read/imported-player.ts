import type { Locale } from '@portal/contract'
import type { LegacyHash } from '../../credentials/password-hash/formats/format.ts'

export type ImportedPassword = Omit<LegacyHash, 'username'> & { scheme?: string | undefined }

export type ImportedPlayer = {
  username: string
  /** The UUID under which the game server knows the player. */
  uuid: string | undefined
  /** The UUID of a bought Minecraft account. It is used only if there is no `uuid`. */
  premiumUuid: string | undefined
  email: string | undefined
  /** The password hash; undefined if the source has none, so that the player must set a password by mail. */
  password: ImportedPassword | undefined
  activated: boolean
  locale: Locale | undefined
  createdAt: number | undefined
  seenAt: number | undefined
  /** The 2FA secret in base32. The first sign-in on this site already needs a code. */
  totp: string | undefined
  superuser: boolean
  roles: readonly string[]
  /** The IDs of ranks and when they end; null if a rank is permanent. */
  groups: readonly { id: string; until: number | null }[]
  realCents: number
  virtualCents: number
  ban: { reason: string; until: number | null } | undefined
  /** PNG files in base64. */
  skin: { png: string; slim: boolean | undefined } | undefined
  cape: string | undefined
}

/** A player with only a name. A source sets the fields for which it has values. */
export const EMPTY_PLAYER: Omit<ImportedPlayer, 'username'> = {
  uuid: undefined,
  premiumUuid: undefined,
  email: undefined,
  password: undefined,
  activated: true,
  locale: undefined,
  createdAt: undefined,
  seenAt: undefined,
  totp: undefined,
  superuser: false,
  roles: [],
  groups: [],
  realCents: 0,
  virtualCents: 0,
  ban: undefined,
  skin: undefined,
  cape: undefined,
}
