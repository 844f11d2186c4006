import type { TextureKind } from '@portal/contract'

/** A picture as it is stored and served. */
export type Texture = {
  /** The SHA-256 of `bytes` as 64 lower-case hex digits, which is its name. */
  hash: string
  kind: TextureKind
  width: number
  height: number
  /** A PNG that we encoded ourselves (see encode-png.ts). */
  bytes: Uint8Array
}

/** Whether a text has the form of a texture's name. */
export function isTextureHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
