import type { ColumnType, Generated } from 'kysely'

/**
 * The one description of what is stored, for both databases. Instants are epoch milliseconds, a
 * flag is the instant it was raised at (null: down), money is whole hundredths.
 */
export type Tables = {
  player: PlayerTable
  session: SessionTable
  device: DeviceTable
  login_miss: { account: string; misses: string; expires_at: number }
  rate_limit: { counter: string; calls: number; resets_at: number }
  key_generation: KeyGenerationTable
  setting: { name: string; value: string }
  outbox: OutboxTable
  audit: AuditTable
  email_code: EmailCodeTable
  reset_request: { id: string; email_key: string; ip: string }
  reset_link: { hash: string; player_id: string; created_at: number; expires_at: number }
}

export type PlayerTable = {
  id: string
  username: string
  username_key: string
  email: string
  email_key: string
  password_hash: string
  locale: string
  activated_at: number | null
  password_change_required_at: number | null
  superuser_at: number | null
  inviter_id: string | null
  real_cents: Generated<number>
  virtual_cents: Generated<number>
  created_at: ColumnType<number, number, never>
  /** The second factor's secret; it counts once `totp_enabled_at` is set. */
  totp_sealed: string | null
  totp_enabled_at: number | null
  /** The last time step whose code was accepted. */
  totp_last_step: Generated<number>
}

export type SessionTable = {
  id: string
  player_id: string
  device: string
  agent: string
  ip: string
  counter: number
  /** JSON: `[[counter, replacedAt], …]` of the last 30 s (see session/replacements.ts). */
  replacements: string
  created_at: number
  updated_at: number
  expires_at: number
}

/** A device cookie (`cookie:<hash>`) or a place (`place:<name>@<network>`) a player signed in from. */
export type DeviceTable = {
  player_id: string
  mark: string
  first_seen_at: number
  last_seen_at: number
}

/** A signing key pair, and the salt of every key derived from ENCRYPTION_KEY at its time. */
export type KeyGenerationTable = {
  kid: string
  public_x: string
  sealed_private: string
  created_at: number
  retired_at: number | null
}

export type OutboxTable = {
  id: string
  kind: string
  recipient: string
  /** The rendered mail, sealed; empty once it was sent. */
  sealed_mail: string
  created_at: number
  tries: number
  next_try_at: number
  leased_until: number
  last_error: string | null
  sent_at: number | null
  dead_at: number | null
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

export type EmailCodeTable = {
  player_id: string
  /** `activation`, or `address` for a change of address. */
  purpose: string
  /** The address the code was sent to. */
  address: string
  code_mac: string
  tries: number
  expires_at: number
}
