/*
 * A format is how another program stores password hashes. To add one, write a file in this folder, a line in
 * formats.ts, and a test with hashes made by the real program.
 *
 * A strong hash is kept, and argon2id replaces it at the player's next sign-in. A weak hash (anything below bcrypt 10
 * or 100,000 rounds of pbkdf2) is never stored. Instead, the import wraps it in argon2id as
 * `$prefix$param$argon2id$…`: the argon2id hash of the original digest. At a sign-in, `digest` computes the original
 * digest again from the password and the param.
 */

export type LegacyHash = {
  text: string
  salt?: string | undefined
  /** The player's name on the previous site, for formats that hash it together with the password. */
  username?: string | undefined
}

/**
 * The form in which a hash is stored: `keep` is the hash itself; `digest` is to be wrapped in argon2id, with `param`.
 */
export type ParsedHash = ({ keep: string } | { param: string; digest: string }) & {
  /** The name of the scheme in the import's report, if it differs from the name of the format. */
  scheme?: string
}

export type HashFormat = {
  /**
   * The name of the scheme, for the option `--scheme` and the import's report. Several formats of one program may have
   * the same name.
   */
  scheme: string
  /** Whether other programs write hashes that look the same. Such hashes are parsed only if the scheme is named. */
  ambiguous?: boolean
  /** Whether only one import source uses this scheme. The scheme is then not suggested for rows of other sources. */
  sourceSpecific?: boolean
  /** Parses a hash. Returns undefined for a text of another format, and for a hash that is too expensive to verify. */
  read(old: LegacyHash): ParsedHash | undefined
  /** Verifies a hash that was kept. Returns undefined for a text of another format. */
  verify?(stored: string, password: string): Promise<boolean> | undefined
  /** The prefix of wrapped hashes of this format. Formats with the same prefix have the same `digest`. */
  prefix?: string
  /** Computes the original digest of a password. A param contains no `$`. */
  digest?(password: string, param: string): string | Promise<string>
}

/**
 * The most memory in bytes that verifying a hash may need. Without such limits, a forged row could stop the process.
 */
export const MAX_MEMORY = 256 * 1024 * 1024

/** The most bytes that verifying a hash may process in all passes together, which takes seconds on one core. */
export const MAX_WORK = 4 * MAX_MEMORY
