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
   * JSON: the replacements `[[counter, replacedAt], …]` of the last 30 s, the last one with its step (see
   * sessions/refresh/replaced-tokens.ts).
   */
  replacements: column<string>(INTERNAL),
  created_at: column<number>(instant('startedAt')),
  updated_at: column<number>(instant('lastUsedAt')),
  expires_at: column<number>(instant('endsAt')),
  /** The last re-authentication; null if there was none since the session began. */
  proved_at: column<number | null>({
    as: 'lastProvedAt', // 0: the password was replaced since
    read: (at) => (at === null || Number(at) === 0 ? null : isoInstant(Number(at))),
  }),
  /** The second factor that the player last used in the session; null if none is known. */
  second_factor: column<SecondFactor | null>(asStored('secondFactor')),
  /**
   * `cookie_mark` and `place_mark` identify the device of the sign-in (see DeviceTable); null for sessions older than
   * migration 008.
   */
  cookie_mark: column<string | null>(SECRET),
  place_mark: column<string | null>(deviceMark('place')),
  /** How the session began; null for sessions older than migration 030. */
  signed_in_with: column<SignedInWith | null>(asStored('signedInWith')),
  /** The SHA-256 of the game token, in hexadecimal; null for a session on the site. */
  game_hash: column<string | null>(SECRET),
  /** The client token of the launcher. */
  client_token: column<string | null>(SECRET),
  /** The player's name when the game token was made. */
  game_name: column<string | null>(asStored('nameInGame')),
  launcher_password_id: column<string | null>(asStored('launcherPassword')),
  /** For a session that a launcher opened by OpenID Connect: the ID of its grant's row; otherwise null. */
  oidc_grant_id: column<string | null>(INTERNAL),
  /** For a session that a launcher opened by OpenID Connect: its scopes, separated by spaces; otherwise null. */
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
  /** The outcome of every step up to this number is known; lost steps are in `lost_refresh`. */
  settled: number
  /** How many heartbeats the process has sent: a process whose number does not change is silent. */
  beat: number
  seen_at: number
}

/** A device cookie (`cookie:<hash>`) or a place (`place:<name>@<network>`) of an earlier sign-in. */
export type DeviceTable = Row<typeof DeviceTable>
export const DeviceTable = {
  player_id: column<string>(IS_PLAYER),
  mark: column<string>(deviceMark('knownBy')),
  first_seen_at: column<number>(instant('firstSeenAt')),
  last_seen_at: column<number>(instant('lastSeenAt')),
}
