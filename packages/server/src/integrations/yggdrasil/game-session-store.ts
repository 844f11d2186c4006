import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { Session } from '../../sessions/session.ts'
import { rowOf } from '../../sessions/session-store.ts'

/** The session of a game token. */
export type StoredGame = {
  sessionId: string
  playerId: string
  clientToken: string
  /** The name that the player had when the token was made. */
  name: string
  /** The launcher password that the token was made with. */
  launcherPassword: string | null
}

type GameMarks = { hash: string } & Omit<StoredGame, 'sessionId' | 'playerId'> & {
    /** What is forgotten with the session when its player closes it (see device.ts). */
    cookieMark: string | null
    placeMark: string | null
  }

export async function insertGame(db: Db, session: Session, game: GameMarks): Promise<void> {
  await insertRow(db, { ...session, ...game })
}

const insertRow = compiledQuery((db, game: Params<Session & GameMarks>) =>
  db.insertInto('session').values({
    ...rowOf(game),
    game_hash: game.hash,
    client_token: game.clientToken,
    game_name: game.name,
    launcher_password_id: game.launcherPassword,
    cookie_mark: game.cookieMark,
    place_mark: game.placeMark,
  }),
)

/** Finds the open session of a token. */
export async function findStoredGame(
  db: Db,
  hash: string,
  now: number,
): Promise<StoredGame | undefined> {
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
 * Replaces the token of an open session. One statement does it, so of any number of refreshes of one
 * token one gets a new one, and none does once the session is closed. @returns whether it was this one.
 */
export async function renewGame(db: Db, renewal: Renewal): Promise<boolean> {
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

/** Ends the session of a token. @returns it, only to the one call that ended it. */
export async function deleteGame(
  db: Db,
  hash: string,
): Promise<{ id: string; playerId: string } | undefined> {
  return db
    .deleteFrom('session')
    .where('game_hash', '=', hash)
    .returning(['id', 'player_id as playerId'])
    .executeTakeFirst()
}

type Surplus = { playerId: string; except: string; keep: number; now: number }

/** Ends the game sessions of a player but `except` and the `keep` newest others. @returns how many. */
export async function deleteSurplusGames(db: Db, surplus: Surplus): Promise<number> {
  const { playerId, except, keep, now } = surplus
  const { numDeletedRows } = await db
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
    .executeTakeFirst()
  return Number(numDeletedRows)
}
