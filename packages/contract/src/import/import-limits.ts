/** The largest file of an old site that the panel takes, and the largest part in which it is sent. */
export const IMPORT_FILE_LIMIT = 1_000_000_000
export const IMPORT_PART_LIMIT = 1024 * 1024
