export type TextureTable = {
  /** SHA-256 of `bytes`, 64 lower-case hex digits. */
  hash: string
  /** `skin` or `cape`. */
  kind: string
  width: number
  height: number
  bytes: Uint8Array
  created_at: number
  /** Since when no player has worn it; null while one does. */
  released_at: number | null
}

/** One of the last skins of a player. */
export type LookTable = {
  player_id: string
  skin_hash: string
  twin_hash: string | null
  model: string
  /** No two of a player are equal, so that this is also their order. */
  worn_at: number
}

/** A picture that an editor uploaded for the pages of the site. */
export type PictureTable = {
  /** SHA-256 of `bytes`, 64 lower-case hex digits. */
  hash: string
  /** `webp`, `png` or `jpg`. */
  kind: string
  width: number
  height: number
  created_at: number
  /** Since when nothing has shown it; null while something does. */
  released_at: number | null
  bytes: Uint8Array
}
