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
  /** The last re-authentication; null: none since the session began. */
  proved_at: column<number | null>({
    as: 'lastProvedAt', // 0: the password was replaced since
    read: (at) => (at === null || Number(at) === 0 ? null : isoInstant(Number(at))),
  }),
  /** The second factor that was last given; null: none that is known. */
  second_factor: column<SecondFactor | null>(asStored('secondFactor')),
  /** The marks of the device at the sign-in (see DeviceTable); null for sessions older than step 008. */
  cookie_mark: column<string | null>(SECRET),
  place_mark: column<string | null>(deviceMark('place')),
  /** Null for sessions older than step 030. */
  signed_in_with: column<SignedInWith | null>(asStored('signedInWith')),
  /** The SHA-256 of the game token, in hexadecimal; null for a session on the site. */
  game_hash: column<string | null>(SECRET),
  /** The client token of the launcher, and the player's name when the token was made. */
  client_token: column<string | null>(SECRET),
  game_name: column<string | null>(asStored('nameInGame')),
  launcher_password_id: column<string | null>(asStored('launcherPassword')),
  /** The row of its grant and its scopes, if a launcher opened it by OpenID Connect. */
  oidc_grant_id: column<string | null>(INTERNAL),
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
  /** The outcome of every step up to this number is known; lost ones are in `lost_refresh`. */
  settled: number
  /** The number of its heartbeats: a process whose number does not change is silent. */
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
