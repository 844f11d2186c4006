import type { GameSession, SignedInWith } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Work } from '../../audit/change.ts'
import { findStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { newId } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { keepBySignIn } from '../../sessions/cancel-scheduled-deletion.ts'
import { addressMark, launcherMark } from '../../sessions/device.ts'
import { rememberMark } from '../../sessions/device-store.ts'
import { displaceSessions } from '../../sessions/evict-sessions.ts'
import { deleteGames } from '../../sessions/launcher-access-store.ts'
import type { Session } from '../../sessions/session.ts'
import { checkCredentials, type Verdict } from '../../sign-in/check-credentials.ts'
import { letIn } from '../../sign-in/log-in.ts'
import { type CodeOfMiss, refuseLogin } from '../../sign-in/refuse-login.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { looksLikeLauncherPassword, markOf } from '../launcher-passwords/launcher-password.ts'
import {
  findLauncherPassword,
  touchLauncherPassword,
} from '../launcher-passwords/launcher-password-store.ts'
import { toGameSession } from './describe-game.ts'
import { deleteSurplusGames, insertGame } from './game-session-store.ts'
import {
  GAME_TTL,
  hashOf,
  launcherName,
  MOST_GAMES,
  newClientToken,
  newGameToken,
} from './game-token.ts'

type Typed = { username: string; password: string }

/**
 * Opens a game session for a player who gives their name or e-mail address and their password, with a
 * code behind it if two-factor authentication is on, or a launcher password (docs/contract.md#yggdrasil).
 *
 * @throws Refusal `auth.wrongcredentials`, `auth.toomanyattempts`, `yggdrasil.codeneeded`,
 *   `auth.wrong2fa`; `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`,
 *   `auth.consentrequired`; `overloaded`
 */
export async function authenticateGame(
  app: App,
  given: Typed & { clientToken?: string; requestUser?: boolean },
  client: Client,
): Promise<GameSession> {
  const verdict = await judge(app, given, client)
  const accessToken = newGameToken(app.random)
  const clientToken = given.clientToken ?? newClientToken(app.random)
  const tokens = { accessToken, clientToken }
  const { instead } = verdict
  const { player, obstacle } = await letIn(app, verdict, client, async (work, player) => {
    const { ban } = await findStanding(work.tx, player, work.now)
    const site = { db: work.tx, settings: work.settings }
    const obstacle = await findObstacle(site, player, ban)
    if (obstacle) work.note('login.refused', player.id, { after: obstacle.code })
    else await openGame(app, work, { player, client, instead, ...tokens })
    return { player, obstacle }
  })
  if (obstacle) throw obstacle
  return toGameSession(player, tokens, given.requestUser ?? false)
}

/**
 * Ends every game session of the player whose password it is.
 *
 * @throws Refusal as `authenticateGame` does for wrong credentials
 */
export async function signOutGame(app: App, given: Typed, client: Client): Promise<void> {
  const verdict = await judge(app, given, client)
  await letIn(app, verdict, client, async ({ tx, note }, { id }) => {
    const count = await deleteGames(tx, id)
    if (count > 0) note('sessions.closed', id, { before: String(count) })
  })
}

/** Checks what a player typed; misses count at the game's door, whatever the protocol. */
async function judge(
  app: App,
  { username: login, password, clientToken }: Typed & { clientToken?: string },
  client: Client,
): Promise<Extract<Verdict, { ok: true }>> {
  const from = { door: 'game', client, clientToken, actor: null } as const
  const findInstead = async (playerId: string, typed: string) =>
    looksLikeLauncherPassword(typed)
      ? findLauncherPassword(app.db, { playerId, mark: markOf(app, playerId, typed) })
      : undefined
  const typed = { login, password, totp: undefined, totpInPassword: true, findInstead }
  const verdict = await checkCredentials(app, typed, from)
  if (verdict.ok) return verdict
  const { code } = await refuseLogin(app, verdict, from, codeOfMiss)
  const isKnown = verdict.miss === 'totp-missing' || verdict.miss === 'totp-wrong'
  const locale = isKnown ? verdict.player?.locale : undefined
  throw new Refusal(code, locale && { locale })
}

/** Like the site's sign-in, this never says which half of the credentials was wrong. */
const codeOfMiss: CodeOfMiss = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'yggdrasil.codeneeded',
  'totp-wrong': 'auth.wrong2fa',
}

type Opening = {
  player: Player
  client: Client
  /** The launcher password that was given. */
  instead?: string | undefined
  accessToken: string
  clientToken: string
}

/**
 * Opens the session; the player's row is locked, so sign-ins of one player take turns here.
 *
 * @throws Refusal `auth.wrongcredentials` when the launcher password was revoked meanwhile
 */
export async function openGame(
  app: Pick<App, 'config' | 'random'>,
  work: Work,
  opening: Opening,
): Promise<void> {
  const { tx, now, note } = work
  const { player, client, instead } = opening
  if (instead !== undefined && !(await touchLauncherPassword(tx, instead, now))) {
    throw new Refusal('auth.wrongcredentials')
  }
  const marks = instead === undefined ? gameMarks(opening) : undefined
  const session: Session = {
    id: newId(app.random),
    playerId: player.id,
    device: launcherName(client.agent),
    agent: client.agent,
    ip: client.ip,
    counter: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + GAME_TTL,
    signedInWith: signedInWith(player, instead),
  }
  const { accessToken, clientToken } = opening
  await insertGame(tx, session, {
    hash: hashOf(accessToken),
    clientToken,
    name: player.username,
    launcherPassword: instead ?? null,
    ...(marks ?? NO_MARKS),
  })
  for (const mark of Object.values(marks ?? {})) {
    if (mark !== null) await rememberMark(tx, player.id, mark, now)
  }
  const surplus = { playerId: player.id, except: session.id, keep: MOST_GAMES - 1, now }
  const displaced = await deleteSurplusGames(tx, surplus)
  if (displaced > 0) note('sessions.displaced', player.id, { before: String(displaced) })
  await displaceSessions(work, session)
  await keepBySignIn(app, work, player)
  note('login.succeeded', player.id, { after: session.device })
}

type GameMarks = { cookieMark: string | null; placeMark: string | null }

const NO_MARKS: GameMarks = { cookieMark: null, placeMark: null }

/**
 * Returns by what a launcher is familiar after its player has typed their password: its client token and its
 * address. A launcher password makes nothing familiar: its holder may not know the password.
 */
function gameMarks({ player, client, clientToken }: Opening): GameMarks {
  return {
    cookieMark: launcherMark(player.id, clientToken) || null,
    placeMark: addressMark(client.ip) || null,
  }
}

function signedInWith({ totpEnabledAt }: Player, instead: string | undefined): SignedInWith {
  if (instead !== undefined) return 'launcher-password'
  return totpEnabledAt === null ? 'password' : 'code'
}
