/** Maximum size in bytes of an uploaded import file, and of one part of it. */
export const IMPORT_FILE_LIMIT = 1_000_000_000
export const IMPORT_PART_LIMIT = 1024 * 1024
