import type { Settings } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import type { EffectivePermissions } from '../../permissions/effective/effective.ts'
import { findPlayerWithPermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { may } from '../../permissions/may.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'
import { isConnectOn, JOIN_SERVER } from './connect.ts'
import { type ConnectClient, findConnectClient } from './connect-store.ts'
import { findStoredGameSession, type StoredGameSession } from './game-session-store.ts'
import { hashOf } from './game-token.ts'

/** The session to which a game token belongs, its player, and the player's current permissions. */
export type GameSessionOwner = StoredGameSession & {
  hash: string
  player: Player
  permissions: EffectivePermissions
  /** The client that opened the session by OpenID Connect; undefined if a password opened it. */
  connect: ConnectClient | undefined
}

type Deps = Pick<App, 'db' | 'clock' | 'settings'>
type GameTokens = { accessToken: string; clientToken?: string }

/**
 * Finds the open session and the player of a game token. A token from before a rename of the player is also found, but
 * can only be refreshed (see `isRenamed`).
 * @throws Refusal `yggdrasil.invalidtoken`, also if the token belongs to another launcher
 */
export async function requireGameSession(app: Deps, tokens: GameTokens): Promise<GameSessionOwner> {
  const game = await findGameSession(app, tokens)
  if (!game) throw new Refusal('yggdrasil.invalidtoken')
  return game
}

/**
 * Finds a session that can be extended by its game token alone. A session that was opened by OpenID Connect cannot: its
 * launcher uses the refresh token.
 * @throws Refusal `yggdrasil.invalidtoken`
 */
export async function requireExtendableSession(
  app: Deps,
  tokens: GameTokens,
): Promise<GameSessionOwner> {
  const game = await requireGameSession(app, tokens)
  if (game.connect) throw new Refusal('yggdrasil.invalidtoken')
  return game
}

/**
 * Whether a session permits playing. Every session opened by a password does. A session opened by OpenID Connect needs
 * the scope `JOIN_SERVER`, and its player needs the permission that the client requires.
 */
export function mayPlay({ connect, scopes, permissions }: GameSessionOwner): boolean {
  if (!connect) return true
  if (!scopes?.split(' ').includes(JOIN_SERVER)) return false
  return connect.permission === null || may(permissions, connect.permission)
}

/**
 * Returns the refusal that prevents the player from using a game session, or undefined. For a session opened by OpenID
 * Connect, pending consents always prevent it; for others, see `findSignInBlock`.
 */
export async function findGameBlock(
  { db, settings }: { db: Db; settings: Settings },
  { player, permissions, grantId }: Pick<GameSessionOwner, 'player' | 'permissions' | 'grantId'>,
): Promise<Refusal | undefined> {
  const consentAtLauncher = settings.consentAtLauncher || grantId !== null
  return findSignInBlock(
    { db, settings: { ...settings, consentAtLauncher } },
    player,
    permissions.ban,
  )
}

export function isRenamed({ name, player }: GameSessionOwner): boolean {
  return name !== player.username
}

/**
 * Checks that a game token is usable without a refresh.
 * @throws Refusal `yggdrasil.invalidtoken`, also for a player who is renamed, banned or
 *   unconfirmed, or must change the password or agree to something: the launcher then refreshes and
 *   receives the reason
 */
export async function validateGameSession(app: Deps, tokens: GameTokens): Promise<void> {
  if (!(await isUsable(app, await requireGameSession(app, tokens))))
    throw new Refusal('yggdrasil.invalidtoken')
}

/**
 * Finds the open session of a game token for an action in a game. Returns undefined for a token that is not usable
 * without a refresh, and for a session that does not permit playing.
 */
export async function findUsableGameSession(
  app: Deps,
  accessToken: string,
): Promise<GameSessionOwner | undefined> {
  const game = await findGameSession(app, { accessToken })
  return game && mayPlay(game) && (await isUsable(app, game)) ? game : undefined
}

async function isUsable({ db, settings }: Deps, game: GameSessionOwner): Promise<boolean> {
  if (isRenamed(game)) return false
  const site = { db, settings: await settings.read() }
  return !(await findGameBlock(site, game))
}

async function findGameSession(
  app: Deps,
  { accessToken, clientToken }: GameTokens,
): Promise<GameSessionOwner | undefined> {
  const { db, clock } = app
  const hash = hashOf(accessToken)
  const stored = await findStoredGameSession(db, hash, clock.now())
  if (!stored) return undefined
  const isConnect = stored.grantId !== null
  const isOther = clientToken !== undefined && clientToken !== stored.clientToken
  const connect = await findClientOf(app, stored)
  if (isConnect ? !connect : isOther) return undefined
  const found = await findPlayerWithPermissions(db, { id: stored.playerId }, clock.now())
  return found && { ...stored, ...found, hash, connect } // undefined if the player was deleted in the meantime
}

async function findClientOf(
  { db, settings }: Deps,
  { grantId }: StoredGameSession,
): Promise<ConnectClient | undefined> {
  if (grantId === null || !isConnectOn(await settings.read())) return undefined
  return findConnectClient(db, grantId)
}
