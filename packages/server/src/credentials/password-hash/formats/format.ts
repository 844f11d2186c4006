/*
 * A form is how another program writes password hashes. Each has a small file in this folder and a
 * line in formats.ts; to add one, write both, and a test with hashes that the real program made.
 *
 * A strong hash is kept as it is, and argon2id replaces it at the player's next sign-in. A weak one
 * (anything below bcrypt 10 or 100,000 rounds of pbkdf2) is never stored: the import wraps it in
 * argon2id as `$mark$param$argon2id$…`, the argon2id hash of the old digest, which `digest` computes
 * again from the password and the param.
 */

/** A password hash as an old database has it. */
export type OldHash = {
  text: string
  /** From a column of its own. */
  salt?: string | undefined
  /** As the old site spelled it, for forms that hash it along. */
  username?: string | undefined
}

/** What an old hash becomes: text that is kept, or what is to be wrapped. */
export type Reading = ({ keep: string } | { param: string; digest: string }) & {
  /** What the report calls it, where that is not the form's own name. */
  scheme?: string
}

export type Form = {
  /** Its name for `--scheme` and in the report; two dialects of one program may share it. */
  scheme: string
  /** Nothing but digits of a hash, which other programs write too: read only where it was named. */
  bare?: boolean
  /** Its source names it; it is not proposed for rows of others. */
  ofSource?: boolean
  /** Undefined for text of another form, and for a hash that would cost too much to verify. */
  read(old: OldHash): Reading | undefined
  /** Verifies a kept hash; undefined for text of another form. */
  verify?(stored: string, password: string): Promise<boolean> | undefined
  /** What a wrapped hash begins with. Forms that share it share `digest`. */
  mark?: string
  /** Computes the old digest anew. A param has no `$`. */
  digest?(password: string, param: string): string | Promise<string>
}

/** Limits on what a hash may cost to verify: a forged row must not stop the process. */
export const MOST_MEMORY = 256 * 1024 * 1024

/** Bytes that may be gone through, all passes together: seconds of a core. */
export const MOST_WORK = 4 * MOST_MEMORY
