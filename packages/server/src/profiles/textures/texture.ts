import type { TextureKind } from '@portal/contract'

export type Texture = {
  /** The SHA-256 of `bytes` as 64 lower-case hexadecimal digits. It is the name of the texture. */
  hash: string
  kind: TextureKind
  width: number
  height: number
  /** The texture as a PNG that this site encoded (see encode-png.ts). */
  bytes: Uint8Array
}

export function isTextureHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
