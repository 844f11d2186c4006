import { column, type Row } from './column.ts'
import { asStored, IS_PLAYER, instant, picture } from './export-rules.ts'

export type TextureTable = {
  /** The SHA-256 of `bytes` as 64 lower-case hexadecimal digits. */
  hash: string
  kind: string
  width: number
  height: number
  bytes: Uint8Array
  created_at: number
  /** Since when no player has used the picture; null while one uses it. */
  released_at: number | null
}

export type LookTable = Row<typeof LookTable>
export const LookTable = {
  player_id: column<string>(IS_PLAYER),
  skin_hash: column<string>(picture('picture')),
  twin_hash: column<string | null>(picture('pictureIn64Pixels')),
  model: column<string>(asStored('model')),
  /**
   * When the player last put on the skin. The values of one player's skins differ, so they also define the order of the
   * skins.
   */
  worn_at: column<number>(instant('wornSince')),
}

export type PictureTable = {
  hash: string
  kind: string
  width: number
  height: number
  created_at: number
  /** Since when the picture is not in use; null while it is in use. */
  released_at: number | null
  bytes: Uint8Array
}
