import type { GameSession, SignedInWith } from '@portal/contract'
import type { App } from '../../app.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { findEffectivePermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { newId } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { cancelDeletionOnSignIn } from '../../sessions/cancel-scheduled-deletion.ts'
import { addressFingerprint, launcherFingerprint } from '../../sessions/device.ts'
import { rememberFingerprint } from '../../sessions/device-store.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { evictSessions } from '../../sessions/evict-sessions.ts'
import { deleteGameSessions } from '../../sessions/launcher-access-store.ts'
import type { Session } from '../../sessions/session.ts'
import { type CredentialsVerdict, checkCredentials } from '../../sign-in/check-credentials.ts'
import { completeSignIn } from '../../sign-in/log-in.ts'
import { type FailureCodes, refuseLogin } from '../../sign-in/refuse-login.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'
import {
  fingerprintOf,
  looksLikeLauncherPassword,
} from '../launcher-passwords/launcher-password.ts'
import {
  findLauncherPassword,
  touchLauncherPassword,
} from '../launcher-passwords/launcher-password-store.ts'
import { toGameSession } from './describe-game.ts'
import { deleteSurplusGameSessions, insertGameSession } from './game-session-store.ts'
import {
  GAME_SESSION_TTL,
  hashOf,
  launcherName,
  MAX_GAME_SESSIONS,
  newClientToken,
  newGameToken,
} from './game-token.ts'

type TypedCredentials = { username: string; password: string }

/**
 * Opens a game session. `login` is a name or e-mail address. `password` is the account's password, followed by a code
 * if 2FA is on, or a launcher password (docs/launcher-protocols.md#yggdrasil).
 * @throws Refusal `auth.wrongcredentials`, `auth.toomanyattempts`, `yggdrasil.codeneeded`, `auth.wrong2fa`;
 * `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`, `auth.consentrequired`; `overloaded`
 */
export async function authenticateGame(
  app: App,
  given: TypedCredentials & { clientToken?: string; requestUser?: boolean },
  client: Client,
): Promise<GameSession> {
  const verdict = await verifyGameCredentials(app, given, client)
  const accessToken = newGameToken(app.random)
  const clientToken = given.clientToken ?? newClientToken(app.random)
  const tokens = { accessToken, clientToken }
  const { substituteId } = verdict
  const { player, signInBlock } = await completeSignIn(
    app,
    verdict,
    client,
    async (work, player) => {
      const { ban } = await findEffectivePermissions(work.tx, player, work.now)
      const site = { db: work.tx, settings: work.settings }
      const signInBlock = await findSignInBlock(site, player, ban)
      if (signInBlock) work.audit('login.refused', player.id, { after: signInBlock.code })
      else await openGame(app, work, { player, client, substituteId, ...tokens })
      return { player, signInBlock }
    },
  )
  if (signInBlock) throw signInBlock
  return toGameSession(player, tokens, given.requestUser ?? false)
}

/**
 * Ends all game sessions of the player with these credentials.
 * @throws the refusals of `authenticateGame` for wrong credentials
 */
export async function signOutGame(
  app: App,
  given: TypedCredentials,
  client: Client,
): Promise<void> {
  const verdict = await verifyGameCredentials(app, given, client)
  await completeSignIn(app, verdict, client, async (work, { id }) => {
    const closed = await deleteGameSessions(work.tx, id)
    emitClosed(work, closed)
    if (closed.length > 0) work.audit('sessions.closed', id, { before: String(closed.length) })
  })
}

/**
 * Checks credentials that were entered in a launcher. Failures are counted for the sign-in surface `game`, whichever
 * protocol the launcher uses.
 */
async function verifyGameCredentials(
  app: App,
  { username: login, password, clientToken }: TypedCredentials & { clientToken?: string },
  client: Client,
): Promise<Extract<CredentialsVerdict, { ok: true }>> {
  const origin = { surface: 'game', client, clientToken, actor: null } as const
  const findSubstitute = async (playerId: string, typed: string) =>
    looksLikeLauncherPassword(typed)
      ? findLauncherPassword(app.db, { playerId, mark: fingerprintOf(app, playerId, typed) })
      : undefined
  const typed = { login, password, totp: undefined, totpInPassword: true, findSubstitute }
  const verdict = await checkCredentials(app, typed, origin)
  if (verdict.ok) return verdict
  const { code } = await refuseLogin(app, verdict, origin, failureCodes)
  const isKnown = verdict.reason === 'totp-missing' || verdict.reason === 'totp-wrong'
  const locale = isKnown ? verdict.player?.locale : undefined
  throw new Refusal(code, locale && { locale })
}

/** Like the codes of the site's sign-in, these codes do not reveal whether the name or the password was wrong. */
const failureCodes: FailureCodes = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'yggdrasil.codeneeded',
  'totp-wrong': 'auth.wrong2fa',
}

type NewGameSession = {
  player: Player
  client: Client
  /** The ID of the launcher password; undefined if the account's password was used. */
  substituteId?: string | undefined
  /** The player's consent; undefined unless a launcher opens the session by OpenID Connect. */
  connect?: ConnectSignIn
  accessToken: string
  clientToken: string
}

export type ConnectSignIn = {
  grantId: string
  scopes: string
  signedInWith: SignedInWith | null
}

/**
 * Opens the game session. Locks the player's row, so concurrent sign-ins of one player run one after another. Only a
 * sign-in with the account's password stores the fingerprints by which the launcher is recognized later.
 * @throws Refusal `auth.wrongcredentials` if the launcher password was revoked in the meantime
 */
export async function openGame(
  app: Pick<App, 'config' | 'random'>,
  work: UnitOfWork,
  newSession: NewGameSession,
): Promise<Session> {
  const { tx, now, audit } = work
  const { player, client, substituteId, connect } = newSession
  if (substituteId !== undefined && !(await touchLauncherPassword(tx, substituteId, now))) {
    throw new Refusal('auth.wrongcredentials')
  }
  const isPassword = substituteId === undefined && !connect
  const fingerprints = isPassword ? gameFingerprints(newSession) : undefined
  const session: Session = {
    id: newId(app.random),
    playerId: player.id,
    device: launcherName(client.agent),
    agent: client.agent,
    ip: client.ip,
    counter: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + GAME_SESSION_TTL,
    signedInWith: connect ? connect.signedInWith : signedInWith(player, substituteId),
  }
  const { accessToken, clientToken } = newSession
  await insertGameSession(tx, session, {
    hash: hashOf(accessToken),
    clientToken,
    name: player.username,
    launcherPassword: substituteId ?? null,
    grantId: connect?.grantId ?? null,
    scopes: connect?.scopes ?? null,
    ...(fingerprints ?? NO_FINGERPRINTS),
  })
  await recordVisit(tx, player, now)
  for (const mark of Object.values(fingerprints ?? {})) {
    if (mark !== null) await rememberFingerprint(tx, player.id, mark, now)
  }
  const surplus = { playerId: player.id, except: session.id, keep: MAX_GAME_SESSIONS - 1, now }
  const displaced = await deleteSurplusGameSessions(tx, surplus)
  emitClosed(work, displaced)
  if (displaced.length > 0)
    audit('sessions.displaced', player.id, { before: String(displaced.length) })
  await evictSessions(work, session)
  await cancelDeletionOnSignIn(app, work, player)
  audit('login.succeeded', player.id, { after: session.device })
  const opened = { player: player.id, session: session.id, device: session.device }
  work.emit('session.opened', opened, player.id)
  return session
}

type GameFingerprints = { cookieMark: string | null; placeMark: string | null }

const NO_FINGERPRINTS: GameFingerprints = { cookieMark: null, placeMark: null }

/**
 * Returns the fingerprints by which a launcher is known later: of its client token and its address. They are stored
 * only after a sign-in with the account's password, which the holder of a launcher password may not know.
 */
function gameFingerprints({ player, client, clientToken }: NewGameSession): GameFingerprints {
  return {
    cookieMark: launcherFingerprint(player.id, clientToken) || null,
    placeMark: addressFingerprint(client.ip) || null,
  }
}

function signedInWith({ totpEnabledAt }: Player, substituteId: string | undefined): SignedInWith {
  if (substituteId !== undefined) return 'launcher-password'
  return totpEnabledAt === null ? 'password' : 'code'
}
