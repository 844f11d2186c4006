export type StrippedPicture = { width: number; height: number; bytes: Buffer }

/**
 * Parses a file of one kind and keeps only what is needed to show it. Returns undefined if the first bytes show that it
 * is of another kind.
 * @throws Refusal `picture.broken`, `picture.kind`
 */
export type PictureParser = (file: Buffer) => StrippedPicture | undefined
