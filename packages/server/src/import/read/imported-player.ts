import type { Locale } from '@portal/contract'
import type { LegacyHash } from '../../credentials/password-hash/formats/format.ts'

export type ImportedPassword = Omit<LegacyHash, 'username'> & { scheme?: string | undefined }

export type ImportedPlayer = {
  username: string
  /** The UUID that the game server uses. */
  uuid: string | undefined
  /** The UUID of a bought account, which is used only if `uuid` is missing. */
  premiumUuid: string | undefined
  email: string | undefined
  /** Undefined if there is none; the player then sets one by mail. */
  password: ImportedPassword | undefined
  activated: boolean
  locale: Locale | undefined
  createdAt: number | undefined
  seenAt: number | undefined
  /** The 2FA secret in base32; 2FA is required from the first sign-in here. */
  totp: string | undefined
  superuser: boolean
  roles: readonly string[]
  /** IDs of ranks, and when they end (null: never). */
  groups: readonly { id: string; until: number | null }[]
  realCents: number
  virtualCents: number
  ban: { reason: string; until: number | null } | undefined
  /** PNG files in base64. */
  skin: { png: string; slim: boolean | undefined } | undefined
  cape: string | undefined
}

/** A player with nothing but a name; a source sets the fields that it has. */
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
