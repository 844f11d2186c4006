import type { Locale } from '@portal/contract'
import type { OldHash } from '../../credentials/password-hash/formats/format.ts'

/** The password of an old site. A source that stores the scheme of each row names it. */
export type OldPassword = Omit<OldHash, 'username'> & { scheme?: string | undefined }

/** A player as a source has them, before anybody has looked whether this site can take them. */
export type ImportedPlayer = {
  /** As the old site spells it, whether or not this site can take it. */
  username: string
  /** The one that the game server uses. */
  uuid: string | undefined
  /** The one of a bought account; used only where the game server's is missing. */
  premiumUuid: string | undefined
  email: string | undefined
  /** When undefined, nobody knows the password, and the player resets it by mail. */
  password: OldPassword | undefined
  activated: boolean
  locale: Locale | undefined
  createdAt: number | undefined
  seenAt: number | undefined
  /** The secret of the second factor in base32; it is on from the first sign-in here. */
  totp: string | undefined
  superuser: boolean
  /** Ids of roles. One that this site does not have is named in the report. */
  roles: readonly string[]
  /** Ids of donate groups, and when they end (null: never). */
  groups: readonly { id: string; until: number | null }[]
  realCents: number
  virtualCents: number
  ban: { reason: string; until: number | null } | undefined
  /** PNG files in base64. */
  skin: { png: string; slim: boolean | undefined } | undefined
  cape: string | undefined
}

/** What a player has of whom only the name is known. A source fills in what it has. */
export const NOTHING_BUT_A_NAME: Omit<ImportedPlayer, 'username'> = {
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
