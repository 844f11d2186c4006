import { column, type Row } from './column.ts'
import { asStored, flag, INTERNAL, IS_PLAYER, instant, json, SECRET } from './export-rules.ts'

/** A passkey of a player: `credential_id` is the ID that the authenticator gave it. */
export type PasskeyTable = Row<typeof PasskeyTable>
export const PasskeyTable = {
  id: column<string>(INTERNAL),
  player_id: column<string>(IS_PLAYER),
  credential_id: column<string>(SECRET),
  public_key: column<string>(SECRET),
  /** How many signatures the authenticator has made; 0 if it does not count. */
  counter: column<number>(asStored('uses')),
  /** How a browser reaches the authenticator, as JSON, such as `["internal"]`. */
  transports: column<string>(json('reachedBy')),
  name: column<string>(asStored('name')),
  host: column<string>(asStored('site')),
  /** 1 if the maker of the authenticator synchronizes the passkey between devices, otherwise 0. */
  synced: column<number>(flag('copiedByItsMaker')),
  created_at: column<number>(instant('addedAt')),
  last_used_at: column<number | null>(instant('lastUsedAt')),
  /** When a copy of the passkey was detected; null if none was. A copied passkey is refused. */
  copied_at: column<number | null>(instant('refusedAsCopySince')),
}

export type IdentityProviderTable = {
  /** The last part of the provider's callback address, `/linked/<slug>`. */
  slug: string
  kind: string
  name: string
  /** The issuer of an `oidc` provider, the tenant of a `microsoft` provider, null for other kinds. */
  issuer: string | null
  client_id: string
  secret_sealed: string
  /** 1 if a sign-in through the provider needs no 2FA code of this site, otherwise 0. */
  trusted: number
  enabled: number
  created_at: number
}

export type IdentityTable = Row<typeof IdentityTable>
export const IdentityTable = {
  provider: column<string>(asStored('service')),
  /** The permanent ID of the account at the provider. */
  subject: column<string>(asStored('idThere')),
  player_id: column<string>(IS_PLAYER),
  name: column<string>(asStored('nameThere')),
  linked_at: column<number>(instant('linkedAt')),
  last_used_at: column<number | null>(instant('lastUsedAt')),
}

export type LauncherPasswordTable = Row<typeof LauncherPasswordTable>
export const LauncherPasswordTable = {
  id: column<string>(asStored('id')),
  player_id: column<string>(IS_PLAYER),
  /** The HMAC of the launcher password (see integrations/launcher-passwords/launcher-password.ts). */
  mark: column<string>(SECRET),
  name: column<string>(asStored('name')),
  created_at: column<number>(instant('madeAt')),
  last_used_at: column<number | null>(instant('lastUsedAt')),
}

export type RecoveryCodeTable = Row<typeof RecoveryCodeTable>
export const RecoveryCodeTable = {
  player_id: column<string>(IS_PLAYER),
  /** The HMAC of the recovery code (see credentials/two-factor/recovery-code.ts). */
  mark: column<string>({ as: 'isUnused', read: () => true }),
}

export type EmailCodeTable = Row<typeof EmailCodeTable>
export const EmailCodeTable = {
  player_id: column<string>(IS_PLAYER),
  /** What the code confirms: `activation` for the address of a new account, `address` for a changed address. */
  purpose: column<string>(asStored('for')),
  address: column<string>(asStored('sentTo')),
  code_mac: column<string>(SECRET),
  tries: column<number>(asStored('tries')),
  expires_at: column<number>(instant('endsAt')),
}

export type ResetLinkTable = Row<typeof ResetLinkTable>
export const ResetLinkTable = {
  hash: column<string>(SECRET),
  player_id: column<string>(IS_PLAYER),
  created_at: column<number>(instant('madeAt')),
  expires_at: column<number>(instant('endsAt')),
}
