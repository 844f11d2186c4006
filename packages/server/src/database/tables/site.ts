import type { Generated } from 'kysely'

/** A signing key pair; its id salts the keys derived from ENCRYPTION_KEY. */
export type KeyGenerationTable = {
  kid: string
  public_x: string
  sealed_private: string
  created_at: number
  retired_at: number | null
}

/** A key that signs for other programs, by what it is for. It is sealed like a generation's. */
export type SigningKeyTable = {
  name: string
  kid: string
  sealed_private: string
  created_at: number
}

export type OutboxTable = {
  id: string
  kind: string
  /** The order in which mails leave: see LANES in mail/kinds.ts. */
  lane: Generated<number>
  recipient: string
  /** The rendered mail, sealed; empty once sent. */
  sealed_mail: string
  created_at: number
  tries: number
  next_try_at: number
  leased_until: number
  last_error: string | null
  sent_at: number | null
  dead_at: number | null
  /** When it was held back because its recipient got too many of its kind (see mail/mail-rate-limit.ts). */
  held_at: number | null
  /** When it was kept as a file; `sent_at` is the same instant then. */
  kept_at: number | null
  /** When a lease was found to have ended without a word; null again once somebody sends the mail. */
  doubted_at: number | null
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
  /** How many milliseconds its clock was ahead of the database's; 0 on SQLite. */
  clock_ahead: number
  /** By the clock of the database. */
  seen_at: number
}

export type AuditTable = {
  id: string
  at: number
  action: string
  actor: string | null
  target: string | null
  ip: string | null
  before: string | null
  after: string | null
}
