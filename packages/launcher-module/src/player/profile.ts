/** A player as the site describes them (docs/contract.md#launcher-servers-area-b). */
export type Profile = {
  uuid: string
  /** Canonical spelling, even if the player signed in by e-mail. */
  username: string
  roles: readonly string[]
  /** Ids of active donate groups. */
  groups: readonly string[]
  permissions: readonly string[]
  banned: boolean
  /** Empty when not banned. */
  banReason: string
  textures: {
    skin?: { url: string; slim: boolean }
    cape?: { url: string }
  }
}

/** Whom a question is about. The uuid, dashed or not, takes precedence over the name. */
export type PlayerQuestion = { uuid?: string | undefined; username?: string | undefined }

/**
 * Normalises a uuid to lower case with dashes. Undefined for anything else, including the nil uuid,
 * which some hosts send when they know none.
 */
export function canonicalUuid(text: string | undefined): string | undefined {
  const digits = (text ?? '').replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(digits) || /^0+$/.test(digits)) return undefined
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
