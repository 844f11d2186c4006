import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { ClosedGameSession } from '../../sessions/launcher-access-store.ts'
import type { Session } from '../../sessions/session.ts'
import { rowOf } from '../../sessions/session-store.ts'

export type StoredGameSession = {
  sessionId: string
  playerId: string
  clientToken: string
  /** The player's name when the token was made. */
  name: string
  /** The ID of the launcher password that opened the session; null if none did. */
  launcherPassword: string | null
  /** The ID of the grant's row, if the session was opened by OpenID Connect; otherwise null. */
  grantId: string | null
  /** The scopes, separated by spaces, if the session was opened by OpenID Connect; otherwise null. */
  scopes: string | null
}

type GameFingerprints = { hash: string } & Omit<StoredGameSession, 'sessionId' | 'playerId'> & {
    /** The fingerprints that are deleted when the player closes the session (see sessions/device.ts). */
    cookieMark: string | null
    placeMark: string | null
  }

export async function insertGameSession(
  db: Db,
  session: Session,
  game: GameFingerprints,
): Promise<void> {
  await insertRow(db, { ...session, ...game })
}

const insertRow = compiledQuery((db, game: Params<Session & GameFingerprints>) =>
  db.insertInto('session').values({
    ...rowOf(game),
    game_hash: game.hash,
    client_token: game.clientToken,
    game_name: game.name,
    launcher_password_id: game.launcherPassword,
    oidc_grant_id: game.grantId,
    oidc_scopes: game.scopes,
    cookie_mark: game.cookieMark,
    place_mark: game.placeMark,
  }),
)

export async function findStoredGameSession(
  db: Db,
  hash: string,
  now: number,
): Promise<StoredGameSession | undefined> {
  const [row] = (await selectGame(db, { hash, now })).rows
  return row && { ...row, clientToken: row.clientToken ?? '', name: row.name ?? '' }
}

const selectGame = compiledQuery((db, { hash, now }: Params<{ hash: string; now: number }>) =>
  db
    .selectFrom('session')
    .select([
      'id as sessionId',
      'player_id as playerId',
      'client_token as clientToken',
      'game_name as name',
      'launcher_password_id as launcherPassword',
      'oidc_grant_id as grantId',
      'oidc_scopes as scopes',
    ])
    .where('game_hash', '=', hash)
    .where('expires_at', '>', now),
)

type Renewal = {
  oldHash: string
  hash: string
  name: string
  device: string
  agent: string
  ip: string
  now: number
  expiresAt: number
}

/**
 * Replaces the token of an open session, in one statement. Only one of several concurrent refreshes of a token
 * succeeds, and none after the session is closed.
 * @returns whether this call succeeded
 */
export async function renewGameSession(db: Db, renewal: Renewal): Promise<boolean> {
  return (await updateGame(db, renewal)).changed > 0
}

const updateGame = compiledQuery((db, renewal: Params<Renewal>) =>
  db
    .updateTable('session')
    .set({
      game_hash: renewal.hash,
      game_name: renewal.name,
      device: renewal.device,
      agent: renewal.agent,
      ip: renewal.ip,
      updated_at: renewal.now,
      expires_at: renewal.expiresAt,
    })
    .where('game_hash', '=', renewal.oldHash)
    .where('expires_at', '>', renewal.now),
)

/**
 * Ends the session of a token.
 * @returns the session; undefined if there is none. Only one of several concurrent calls gets the session.
 */
export async function deleteGameSession(
  db: Db,
  hash: string,
): Promise<ClosedGameSession | undefined> {
  return db
    .deleteFrom('session')
    .where('game_hash', '=', hash)
    .returning(['id', 'player_id as playerId', 'device'])
    .executeTakeFirst()
}

type SurplusSelector = { playerId: string; except: string; keep: number; now: number }

/** Ends game sessions of a player. Keeps `except` and the `keep` newest of the others. */
export async function deleteSurplusGameSessions(
  db: Db,
  surplus: SurplusSelector,
): Promise<ClosedGameSession[]> {
  const { playerId, except, keep, now } = surplus
  return db
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('player_id', '=', playerId)
        .where('game_hash', 'is not', null)
        .where('id', '!=', except)
        .where('expires_at', '>', now)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1000)
        .offset(keep),
    )
    .returning(['id', 'player_id as playerId', 'device'])
    .execute()
}
