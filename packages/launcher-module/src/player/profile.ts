export type Profile = {
  uuid: string
  /** Canonical spelling, even if the player signed in by e-mail. */
  username: string
  roles: readonly string[]
  /** Ids of active donor ranks. */
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

/** Selects a player. The UUID, dashed or not, takes precedence over the name. */
export type PlayerSelector = { uuid?: string | undefined; username?: string | undefined }

/**
 * Returns a UUID in its normal form. Undefined for other text, including the nil UUID, which some hosts send for an
 * unknown one.
 */
export function canonicalUuid(text: string | undefined): string | undefined {
  const digits = (text ?? '').replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(digits) || /^0+$/.test(digits)) return undefined
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
