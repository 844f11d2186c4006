import type { Generated } from 'kysely'
import { column, type Row } from './column.ts'
import { actorColumn, asStored, INTERNAL, instant, ownEntriesOnly, SECRET } from './export-rules.ts'

/** A generation of keys: a signing key pair, whose `kid` is also the salt of the keys derived from ENCRYPTION_KEY. */
export type KeyGenerationTable = {
  kid: string
  public_x: string
  sealed_private: string
  created_at: number
  retired_at: number | null
}

/** A key whose signatures other programs verify, named by its purpose. It is encrypted like the key of a generation. */
export type SigningKeyTable = {
  name: string
  kid: string
  sealed_private: string
  created_at: number
  retired_at: number | null
}

export type OutboxTable = Row<typeof OutboxTable>
export const OutboxTable = {
  id: column<string>(asStored('id')),
  kind: column<string>(asStored('about')),
  /** The order in which mails are sent (see LANES in mail/lanes.ts). */
  lane: column<Generated<number>>(INTERNAL),
  recipient: column<string>(asStored('to')),
  /** The content of the mail, encrypted; empty once it is sent. */
  sealed_mail: column<string>(SECRET),
  created_at: column<number>(instant('writtenAt')),
  tries: column<number>(asStored('failedTries')),
  next_try_at: column<number>(INTERNAL),
  leased_until: column<number>(INTERNAL),
  last_error: column<string | null>(asStored('lastFailure')),
  sent_at: column<number | null>(instant('sentAt')),
  dead_at: column<number | null>(instant('givenUpAt')),
  /**
   * When the mail was held back because its recipient got too many mails of this kind (see mail/mail-rate-limit.ts);
   * otherwise null.
   */
  held_at: column<number | null>(instant('heldBackAt')),
  /** When the mail was written to a file; `sent_at` is then the same instant. Otherwise null. */
  kept_at: column<number | null>(instant('keptAsFileAt')),
  /** When the mail's lease was found to have expired without a result; null once another sender has leased the mail. */
  doubted_at: column<number | null>(INTERNAL),
}

export type LeaseTable = {
  name: string
  holder: string
  expires_at: number
  state: string
  progress: string | null
}

export type ProcessTable = {
  id: string
  version: string
  machine: string
  /**
   * By how many milliseconds the clock of the process is ahead of the clock of the database; negative if it is behind,
   * 0 on SQLite.
   */
  clock_ahead: number
  seen_at: number
}

export type AuditTable = Row<typeof AuditTable>
export const AuditTable = {
  id: column<string>(INTERNAL),
  at: column<number>(instant('at')),
  action: column<string>(asStored('what')),
  actor: column<string | null>(actorColumn('by')),
  target: column<string | null>({
    as: 'isAboutYou',
    read: (target, _row, { id }) => target === id,
  }),
  ip: column<string | null>({
    as: 'address',
    // The address of another person is that person's data. The address of an unknown person may be the player's only
    // clue.
    read: (ip, { actor }, { id }) => (actor === id || actor === null ? ip : null),
  }),
  before: column<string | null>(ownEntriesOnly('before')),
  after: column<string | null>(ownEntriesOnly('after')),
}
