/** What is kept of a file, and how large the picture in it is. */
export type Kept = { width: number; height: number; bytes: Buffer }

/**
 * Reads a file of one kind and keeps only what is needed to show it. Returns undefined for a file of
 * another kind, known by its first bytes.
 *
 * @throws Refusal `picture.broken`, `picture.kind`
 */
export type ReadKind = (file: Buffer) => Kept | undefined
