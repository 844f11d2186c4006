import type { ColumnType, Generated } from 'kysely'

/**
 * Everything that is stored, for both databases. Instants are epoch milliseconds, a flag is the
 * instant at which it was set (null when it is not), and money is in whole hundredths.
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
  bundle: BundleTable
  player_role: { player_id: string; role_id: string }
  player_node: { player_id: string; node: string; expires_at: number | null }
  donate_grant: DonateGrantTable
  ban: BanTable
  texture: TextureTable
  look: LookTable
  picture: PictureTable
  /** What shows a picture: `news/<id>`, `page/<id>` (also `/<version>`) or `setting/<name>`. */
  picture_use: { holder: string; hash: string }
  api_key: ApiKeyTable
  news: NewsTable
  page: PageTable
  page_version: PageVersionTable
  balance_entry: BalanceEntryTable
  /** What the site noticed about itself (see finding-store.ts). */
  finding: { name: string; detail: string; at: number }
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
  /** Since when a registered account has been waiting for confirmation; null when it does not wait. */
  unconfirmed_since: number | null
  password_change_required_at: number | null
  superuser_at: number | null
  inviter_id: string | null
  real_cents: Generated<number>
  virtual_cents: Generated<number>
  created_at: ColumnType<number, number, never>
  /** The secret of the second factor; in use once `totp_enabled_at` is set. */
  totp_sealed: string | null
  totp_enabled_at: number | null
  /** The last time step whose code was accepted. */
  totp_last_step: Generated<number>
  skin_hash: string | null
  /** The 64-pixel twin of an HD skin; null when the skin has that size itself. */
  skin_twin_hash: string | null
  /** `slim` or `classic`; null for a player without a skin. */
  skin_model: string | null
  cape_hash: string | null
  /** Since when they have hidden their public profile; null while they do not. */
  profile_hidden_at: number | null
  /** Since when others may wear their skin; null when they may not. */
  shares_skin_at: number | null
}

export type SessionTable = {
  id: string
  player_id: string
  device: string
  agent: string
  ip: string
  counter: number
  /** JSON: the replacements `[[counter, replacedAt], …]` of the last 30 s (see session/replacements.ts). */
  replacements: string
  created_at: number
  updated_at: number
  expires_at: number
  /** The marks of the device it began on (see DeviceTable); null for sessions older than step 008. */
  cookie_mark: string | null
  place_mark: string | null
}

/** A device cookie (`cookie:<hash>`) or a place (`place:<name>@<network>`) of an earlier sign-in. */
export type DeviceTable = {
  player_id: string
  mark: string
  first_seen_at: number
  last_seen_at: number
}

/** A signing key pair; its id salts the keys derived from ENCRYPTION_KEY. */
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
  /** When it was held back because its recipient got too many of its kind (see mail/turns.ts). */
  held_at: number | null
  /** When it was kept as a file; `sent_at` is the same instant then. */
  kept_at: number | null
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
  /** `activation`, or `address` for a new e-mail address. */
  purpose: string
  /** The address the code was sent to. */
  address: string
  code_mac: string
  tries: number
  expires_at: number
}

/** A named list of nodes: a role, or a donate group. */
export type BundleTable = {
  id: string
  /** `role` or `group`. */
  kind: string
  name: string
  /** Of a role; the highest decides first. 0 for groups. */
  priority: number
  /** JSON: nodes in their stored form (see contract/src/access/node.ts). */
  permissions: string
  created_at: number
}

/** A donate group or a single node that a player was given; exactly one of the two is set. */
export type DonateGrantTable = {
  id: string
  player_id: string
  /** Stays when the group is deleted, which takes the grant. */
  group_id: string | null
  node: string | null
  starts_at: number
  /** Null: forever. */
  ends_at: number | null
  created_at: number
  author: string
  taken_at: number | null
}

export type BanTable = {
  id: string
  player_id: string
  reason: string
  /** A player's id, or `command`. */
  author: string
  created_at: number
  /** Null: permanent. */
  expires_at: number | null
  lifted_at: number | null
  lifted_by: string | null
}

export type TextureTable = {
  /** SHA-256 of `bytes`, 64 lower-case hex digits. */
  hash: string
  /** `skin` or `cape`. */
  kind: string
  width: number
  height: number
  bytes: Uint8Array
  created_at: number
  /** Since when no player has worn it; null while one does. */
  released_at: number | null
}

/** One of the last skins of a player. */
export type LookTable = {
  player_id: string
  skin_hash: string
  twin_hash: string | null
  model: string
  /** No two of a player are equal, so that this is also their order. */
  worn_at: number
}

/** A picture that an editor uploaded for the pages of the site. */
export type PictureTable = {
  /** SHA-256 of `bytes`, 64 lower-case hex digits. */
  hash: string
  /** `webp`, `png` or `jpg`. */
  kind: string
  width: number
  height: number
  created_at: number
  /** Since when nothing has shown it; null while something does. */
  released_at: number | null
  bytes: Uint8Array
}

export type ApiKeyTable = {
  id: string
  hash: string
  name: string
  /** The name in lower case, for searches. */
  name_key: string
  /** JSON: exact permissions of the namespace `kernel`. */
  permissions: string
  /** JSON: addresses and CIDR networks that may use the key. */
  addresses: string
  author: string
  created_at: number
  revoked_at: number | null
  used_at: number | null
  used_ip: string | null
  refused_at: number | null
  refused_ip: string | null
}

export type NewsTable = {
  id: string
  title: string
  /** The title in lower case, for searches. */
  title_key: string
  /** The beginning of `plain_text`, on one line. */
  summary: string
  tag: string | null
  link: string | null
  banner: string | null
  author: string
  created_at: number
  updated_at: number
  /** Null: a draft. In the future: published then. */
  published_at: number | null
  format: string
  /** The body for launchers. */
  plain_text: string
  /** The body for the site, sanitised. */
  html: string
  /** As the author wrote it, in `format`: `markdown` or `html`. */
  body: string
}

/** A page that the owner wrote. A title is empty where there is no text in that language. */
export type PageTable = {
  id: string
  slug: string
  title_en: string
  title_ru: string
  /** Where pages link to it: `none`, `menu`, `footer` or `both`. */
  place: string
  position: number
  /** Grows by one with every save. */
  version: number
  /** Who saved it last. */
  author: string
  created_at: number
  updated_at: number
  /** Null: a draft. */
  published_at: number | null
  /** How the texts begin, on one line. */
  summary_en: string
  summary_ru: string
  /** Sanitised. */
  html_en: string
  html_ru: string
  /** Markdown. */
  body_en: string
  body_ru: string
}

/** The texts of a page as somebody saved them, kept when another replaced them. */
export type PageVersionTable = {
  page_id: string
  version: number
  author: string
  saved_at: number
  title_en: string
  title_ru: string
  body_en: string
  body_ru: string
}

/** One change of a player's balances, in hundredths. */
export type BalanceEntryTable = {
  id: string
  player_id: string
  real_cents: number
  virtual_cents: number
  reason: string
  author: string
  created_at: number
}
