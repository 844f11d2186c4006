import type { SecondFactor, SignedInWith } from '@portal/contract'
import type { ColumnType, Generated } from 'kysely'

export type PlayerTable = {
  id: string
  username: string
  username_key: string
  /** Null for who has no address; then `email_key` is null, too. */
  email: string | null
  email_key: string | null
  password_hash: string
  locale: string
  activated_at: number | null
  /**
   * Since when nobody has confirmed the address of an account that its player registered; null once somebody has, and
   * for accounts that the owner made. The account may be used all the same (`activated_at`), if the site asks for no
   * confirmation.
   */
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
  /** 1 once they were given a role, a node, a grant or a ban, else 0. The database sets it. */
  ever_given: Generated<number>
  /** When a player whom the site made up for itself ends; null for everybody else. */
  ends_at: number | null
  /** When the account is deleted, as its player asked; null for everybody else. */
  deletes_at: number | null
}

export type SessionTable = {
  id: string
  player_id: string
  device: string
  agent: string
  ip: string
  counter: number
  /**
   * JSON: the replacements `[[counter, replacedAt], …]` of the last 30 s, the last one with its step (see
   * sessions/refresh/replaced-tokens.ts).
   */
  replacements: string
  created_at: number
  updated_at: number
  expires_at: number
  /** When it was last proved who is signed in; null: not since it began. */
  proved_at: number | null
  /** The second factor that was last given in it; null: none that is known. */
  second_factor: SecondFactor | null
  /** The marks of the device it began on (see DeviceTable); null for sessions older than step 008. */
  cookie_mark: string | null
  place_mark: string | null
  /** Null for sessions older than step 030. */
  signed_in_with: SignedInWith | null
  /** The SHA-256 of its game token, in hexadecimal; null for a session on the site. */
  game_hash: string | null
  /** What the launcher calls itself, and the name that the player had when the token was made. */
  client_token: string | null
  game_name: string | null
  /** The launcher password that its game token was made with. */
  launcher_password_id: string | null
}

/** A public key of a player's; `credential_id` is what its authenticator calls it. */
export type PasskeyTable = {
  id: string
  player_id: string
  credential_id: string
  /** COSE, as base64url. */
  public_key: string
  /** How often it signed, by its own count; 0 for those that do not count. */
  counter: number
  /** JSON: how a browser reaches it, such as `["internal"]`. */
  transports: string
  name: string
  /** The host name that it was made for. */
  host: string
  /** 1 when its maker keeps a copy for the player, else 0. */
  synced: number
  created_at: number
  last_used_at: number | null
  /** When it seemed to exist twice; it is refused since. */
  copied_at: number | null
}

/** A service whose accounts players can link. */
export type IdentityProviderTable = {
  /** The end of its address here: `/linked/<slug>`. */
  slug: string
  kind: string
  name: string
  /** The issuer of an `oidc`, the tenant of a `microsoft`, null for the others. */
  issuer: string | null
  client_id: string
  secret_sealed: string
  /** 1 when whoever it sends needs no code of this site, else 0. */
  trusted: number
  enabled: number
  created_at: number
}

/** An account elsewhere that a player has linked; it belongs to one player. */
export type IdentityTable = {
  provider: string
  /** What the service calls the account, for good. */
  subject: string
  player_id: string
  /** What people call it there. */
  name: string
  linked_at: number
  last_used_at: number | null
}

/** A password that is good for the game alone. */
export type LauncherPasswordTable = {
  id: string
  player_id: string
  /** Its HMAC (see integrations/launcher-passwords/launcher-password.ts). */
  mark: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** A player who has just said that they join a game server; `server_id` is known to the two alone. */
export type GameJoinTable = {
  server_id: string
  session_id: string
  player_id: string
  ip: string
  expires_at: number
}

/** A process that replaces tokens, and up to which of its steps it knows what became of them. */
export type RefreshProcessTable = {
  id: string
  /** Every step up to this number was answered, or is among the lost ones. */
  settled: number
  /** How often it has written this row: it is silent while this stays the same. */
  beat: number
  seen_at: number
}

/** A code that signs in once in the place of one from the app; what was used is deleted. */
export type RecoveryCodeTable = {
  player_id: string
  /** Its HMAC (see credentials/two-factor/recovery-code.ts). */
  mark: string
}

/** A device cookie (`cookie:<hash>`) or a place (`place:<name>@<network>`) of an earlier sign-in. */
export type DeviceTable = {
  player_id: string
  mark: string
  first_seen_at: number
  last_seen_at: number
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

/** What an import wrote, so that a later one does not overwrite what was changed here since. */
export type PlayerImportTable = {
  player_id: string
  source: string
  /** The name in the source, in lower case. */
  name_key: string
  imported_at: number
  /** Marks of what was stored (see import/plan/fingerprint.ts). */
  password_mark: string
  email_mark: string
  /** The instant at which it turned the second factor on, or 0: whoever did it anew here has another. */
  totp: number
  /** What came beside the account, as JSON (see import/plan/given-data.ts). */
  belongings: Generated<string>
}

/** A name that nobody but one player can take until an instant. */
export type KeptNameTable = {
  /** In lower case. */
  name_key: string
  player_id: string
  /** As it was written. */
  name: string
  until: number
}

/** What a player was called before. */
export type FormerNameTable = {
  id: string
  player_id: string
  name: string
  /** Who changed it: a player's id, or `command`. */
  author: string
  /** When it was changed. */
  until: number
}
