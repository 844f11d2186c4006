/** What a picture is worn as. */
export type TextureKind = 'skin' | 'cape'

/** A picture as it is kept and served. */
export type Texture = {
  /** SHA-256 of `bytes`, 64 lower-case hex digits: its name. */
  hash: string
  kind: TextureKind
  width: number
  height: number
  /** A PNG of our own making (see encode-png.ts). */
  bytes: Uint8Array
}

/** What a texture's name looks like. */
export function isTextureHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
