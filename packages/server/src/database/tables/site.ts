import type { Generated } from 'kysely'
import { column, type Row } from './column.ts'
import { actorColumn, asStored, INTERNAL, instant, ownEntriesOnly, SECRET } from './export-rules.ts'

/** A signing key pair; `kid` is the salt of the keys derived from ENCRYPTION_KEY. */
export type KeyGenerationTable = {
  kid: string
  public_x: string
  sealed_private: string
  created_at: number
  retired_at: number | null
}

/** A key that signs for other programs, by its purpose. It is sealed like the key of a generation. */
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
  /** The sending order: see LANES in mail/lanes.ts. */
  lane: column<Generated<number>>(INTERNAL),
  recipient: column<string>(asStored('to')),
  /** The rendered mail, sealed; empty once sent. */
  sealed_mail: column<string>(SECRET),
  created_at: column<number>(instant('writtenAt')),
  tries: column<number>(asStored('failedTries')),
  next_try_at: column<number>(INTERNAL),
  leased_until: column<number>(INTERNAL),
  last_error: column<string | null>(asStored('lastFailure')),
  sent_at: column<number | null>(instant('sentAt')),
  dead_at: column<number | null>(instant('givenUpAt')),
  /** When it was held because its recipient got too many of its kind (see mail/mail-rate-limit.ts). */
  held_at: column<number | null>(instant('heldBackAt')),
  /** When it was written to a file; `sent_at` is the same instant then. */
  kept_at: column<number | null>(instant('keptAsFileAt')),
  /** When its lease was found to have expired without a result; null once another sender has the mail. */
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
  /** By how many milliseconds the clock of the process is ahead of the clock of the database; 0 on SQLite. */
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
    // Another person's address is that person's data. The address of an unknown person may be the player's only clue.
    read: (ip, { actor }, { id }) => (actor === id || actor === null ? ip : null),
  }),
  before: column<string | null>(ownEntriesOnly('before')),
  after: column<string | null>(ownEntriesOnly('after')),
}
