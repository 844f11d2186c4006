import type { TextureKind } from '@portal/contract'

export type Texture = {
  /** The SHA-256 of `bytes` as 64 lower-case hex digits, which is the texture's name. */
  hash: string
  kind: TextureKind
  width: number
  height: number
  /** A PNG that this site encoded (see encode-png.ts). */
  bytes: Uint8Array
}

export function isTextureHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
