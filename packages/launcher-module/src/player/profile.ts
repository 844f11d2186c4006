/** A player as the site knows him (contract, Player profile); `uuid` in lower case with dashes. */
export type Profile = {
  uuid: string
  /** Canonical spelling, also when the sign-in was by e-mail. */
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

/** Whom a question is about. A uuid, dashed or not, beats the name. */
export type PlayerQuestion = { uuid?: string | undefined; username?: string | undefined }

/**
 * A uuid in lower case with dashes. Undefined for anything else, and for the nil uuid, with which
 * some hosts say that they know none.
 */
export function canonicalUuid(text: string | undefined): string | undefined {
  const digits = (text ?? '').replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(digits) || /^0+$/.test(digits)) return undefined
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
