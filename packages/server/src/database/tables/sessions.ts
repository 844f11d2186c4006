import type { SecondFactor, SignedInWith } from '@portal/contract'
import { isoInstant } from '../../platform/clock.ts'
import { column, type Row } from './column.ts'
import { asStored, deviceMark, INTERNAL, IS_PLAYER, instant, SECRET } from './export-rules.ts'

export type SessionTable = Row<typeof SessionTable>
export const SessionTable = {
  id: column<string>(asStored('id')),
  player_id: column<string>(IS_PLAYER),
  device: column<string>(asStored('device')),
  agent: column<string>(asStored('program')),
  ip: column<string>(asStored('address')),
  counter: column<number>(INTERNAL),
  /**
   * When the refresh token was replaced in the last 30 s, as JSON: `[[counter, replacedAt], …]`. The last entry also
   * has the step (see sessions/refresh/replaced-tokens.ts).
   */
  replacements: column<string>(INTERNAL),
  created_at: column<number>(instant('startedAt')),
  updated_at: column<number>(instant('lastUsedAt')),
  expires_at: column<number>(instant('endsAt')),
  /**
   * The last re-authentication; null if there was none since the session was opened; 0 if the password was replaced
   * since then.
   */
  proved_at: column<number | null>({
    as: 'lastProvedAt', // 0: the password was replaced
    read: (at) => (at === null || Number(at) === 0 ? null : isoInstant(Number(at))),
  }),
  /** The second factor that the player last used in the session; null if none is known. */
  second_factor: column<SecondFactor | null>(asStored('secondFactor')),
  /** The fingerprints of the device of the sign-in (see DeviceTable); null for sessions from before migration 008. */
  cookie_mark: column<string | null>(SECRET),
  place_mark: column<string | null>(deviceMark('place')),
  /** How the player signed in; null for sessions from before migration 030. */
  signed_in_with: column<SignedInWith | null>(asStored('signedInWith')),
  /** The SHA-256 of the game token, in hexadecimal; null for a session on the site. */
  game_hash: column<string | null>(SECRET),
  /** The client token that the launcher sent; null for a session on the site. */
  client_token: column<string | null>(SECRET),
  /** The player's name when the game token was made. */
  game_name: column<string | null>(asStored('nameInGame')),
  launcher_password_id: column<string | null>(asStored('launcherPassword')),
  /** The ID of the grant, if a launcher opened the session by OpenID Connect; otherwise null. */
  oidc_grant_id: column<string | null>(INTERNAL),
  /** The scopes, separated by spaces, if a launcher opened the session by OpenID Connect; otherwise null. */
  oidc_scopes: column<string | null>(asStored('launcherMay')),
}

export type GameJoinTable = Row<typeof GameJoinTable>
export const GameJoinTable = {
  server_id: column<string>(SECRET),
  session_id: column<string>(asStored('session')),
  player_id: column<string>(IS_PLAYER),
  ip: column<string>(asStored('address')),
  expires_at: column<number>(instant('endsAt')),
}

export type RefreshProcessTable = {
  id: string
  /**
   * The number up to which the outcomes of the process's refreshes are known. Those whose response was lost are in
   * `lost_refresh`.
   */
  settled: number
  /** How many heartbeats the process has sent. If the number does not change, the process is dead or cut off. */
  beat: number
  seen_at: number
}

/**
 * A device of an earlier sign-in, by its cookie (`cookie:<hash>`) or by program and network (`place:<name>@<network>`).
 */
export type DeviceTable = Row<typeof DeviceTable>
export const DeviceTable = {
  player_id: column<string>(IS_PLAYER),
  mark: column<string>(deviceMark('knownBy')),
  first_seen_at: column<number>(instant('firstSeenAt')),
  last_seen_at: column<number>(instant('lastSeenAt')),
}
