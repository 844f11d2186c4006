/*
 * A format is how another program stores password hashes. To add one, write a file in this folder, a line in
 * formats.ts, and a test with hashes made by the real program.
 *
 * A strong hash is kept, and argon2id replaces it at the player's next sign-in. A weak one (anything
 * below bcrypt 10 or 100,000 rounds of pbkdf2) is never stored. The import wraps it in argon2id as
 * `$prefix$param$argon2id$…`: the argon2id hash of the original digest, which `digest` computes
 * again from the password and the param.
 */

export type LegacyHash = {
  text: string
  salt?: string | undefined
  /** The name on the previous site, for formats that include it in the hash. */
  username?: string | undefined
}

/** Either a hash to keep as text, or a digest to wrap. */
export type ParsedHash = ({ keep: string } | { param: string; digest: string }) & {
  /** The name in the report, if it is not the name of the format. */
  scheme?: string
}

export type HashFormat = {
  /** The name for `--scheme` and the report; variants of one program may share it. */
  scheme: string
  /** Plain digits that other programs also write, so they are parsed only if the scheme is named. */
  ambiguous?: boolean
  /** Only its import source uses this scheme: it is not suggested for rows of other sources. */
  sourceSpecific?: boolean
  /** Undefined for text of another format, and for a hash that is too expensive to verify. */
  read(old: LegacyHash): ParsedHash | undefined
  /** Verifies a kept hash; undefined for text of another format. */
  verify?(stored: string, password: string): Promise<boolean> | undefined
  /** The prefix of a wrapped hash. Formats with one prefix share `digest`. */
  prefix?: string
  /** Computes the original digest. A param contains no `$`. */
  digest?(password: string, param: string): string | Promise<string>
}

/** Limits on verification cost: a forged row must not stop the process. */
export const MAX_MEMORY = 256 * 1024 * 1024

/** Bytes processed in all passes together: seconds on one core. */
export const MAX_WORK = 4 * MAX_MEMORY
