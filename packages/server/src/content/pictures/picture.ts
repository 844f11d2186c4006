import { PICTURE_PATH } from '@portal/contract'

/** The file format, which is also the extension of the file name. */
export type PictureKind = 'webp' | 'png' | 'jpg'

export type StoredPicture = {
  /** The SHA-256 of `bytes` as 64 lower-case hexadecimal digits. */
  hash: string
  kind: PictureKind
  width: number
  height: number
  /** The uploaded file without metadata (see parse-picture.ts). */
  bytes: Uint8Array
}

export const mediaTypes: Readonly<Record<PictureKind, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export function picturePath({ hash, kind }: Pick<StoredPicture, 'hash' | 'kind'>): string {
  return `${PICTURE_PATH}${hash}.${kind}`
}

/** Parses the name of a picture, which is the last part of its path; undefined for any other text. */
export function parsePictureName(name: string): Pick<StoredPicture, 'hash' | 'kind'> | undefined {
  const [, hash, kind] = /^([0-9a-f]{64})\.(webp|png|jpg)$/.exec(name) ?? []
  return hash !== undefined && isKind(kind) ? { hash, kind } : undefined
}

export function picturesIn(text: string): string[] {
  const named = text.matchAll(/\/pictures\/([0-9a-f]{64})\.(?:webp|png|jpg)/g)
  return [...new Set(Array.from(named, ([, hash = '']) => hash))]
}

function isKind(kind: string | undefined): kind is PictureKind {
  return kind !== undefined && Object.hasOwn(mediaTypes, kind)
}
