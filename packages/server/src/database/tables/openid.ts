import type { Generated } from 'kysely'
import { column, type Row } from './column.ts'
import { asStored, INTERNAL, IS_PLAYER, instant, SECRET, SITE_CONTENT } from './export-rules.ts'

/** An application that signs players in by OpenID Connect. Lists are stored as JSON; scopes are separated by spaces. */
export type OidcClientTable = Row<typeof OidcClientTable>
export const OidcClientTable = {
  id: column<string>(asStored('id')),
  name: column<string>(asStored('name')),
  redirect_uris: column<string>(SITE_CONTENT),
  post_logout_redirect_uris: column<string>(SITE_CONTENT),
  backchannel_logout_uri: column<string | null>(SITE_CONTENT),
  scopes: column<string>(SITE_CONTENT),
  /** The permission that a player needs for signing in; null: every player may sign in. */
  permission: column<string | null>(SITE_CONTENT),
  access_token: column<'jwt' | 'opaque'>(SITE_CONTENT),
  id_token_alg: column<Generated<'RS256' | 'EdDSA'>>(SITE_CONTENT),
  public: column<number>(SITE_CONTENT),
  /** 1 if the application needs no consent of players, otherwise 0. */
  trusted: column<number>(SITE_CONTENT),
  pkce: column<number>(SITE_CONTENT),
  device: column<number>(SITE_CONTENT),
  secret_hash: column<string | null>(SECRET),
  /** The hash of the previous secret, which is valid until `old_secret_until`. */
  old_secret_hash: column<string | null>(SECRET),
  old_secret_until: column<number | null>(INTERNAL),
  author: column<string>(IS_PLAYER),
  created_at: column<number>(instant('madeAt')),
  revoked_at: column<number | null>(instant('revokedAt')),
}

/**
 * A grant, code, token, session or authorization request of the provider (see openid/storage/adapter.ts). Its id is a
 * hash of its value.
 */
export type OidcPayloadTable = Row<typeof OidcPayloadTable>
export const OidcPayloadTable = {
  id: column<string>(SECRET),
  kind: column<string>(asStored('kind')),
  payload: column<string>(INTERNAL),
  /** The ID of the grant to which the row belongs. Once the grant's row is deleted, this row is invalid. */
  grant_id: column<string | null>(INTERNAL),
  /** The session of the site to which the row belongs. Once that session is closed, this row is invalid. */
  session_id: column<string | null>(asStored('session')),
  player_id: column<string | null>(IS_PLAYER),
  client_id: column<string | null>(asStored('application')),
  /** A hash of the code that a player enters to authorize a device. */
  user_code: column<string | null>(SECRET),
  created_at: column<number>(instant('madeAt')),
  consumed_at: column<number | null>(instant('usedAt')),
  expires_at: column<number>(instant('endsAt')),
}

/** An application that a player has used, and the scopes to which the player agreed. */
export type OidcConnectionTable = Row<typeof OidcConnectionTable>
export const OidcConnectionTable = {
  player_id: column<string>(IS_PLAYER),
  client_id: column<string>(asStored('application')),
  scopes: column<string>(asStored('maySee')),
  first_used_at: column<number>(instant('firstUsedAt')),
  last_used_at: column<number>(instant('lastUsedAt')),
}

export type OidcLogoutTable = Row<typeof OidcLogoutTable>
export const OidcLogoutTable = {
  id: column<string>(INTERNAL),
  client_id: column<string>(asStored('application')),
  player_id: column<string>(IS_PLAYER),
  sid: column<string>(INTERNAL),
  tries: column<number>(asStored('failedTries')),
  next_try_at: column<number>(instant('nextTryAt')),
}
