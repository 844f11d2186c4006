import { type CaptchaAction, type Endpoint, isOfPanel, needsOpenSession } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { findUsableGame } from '../integrations/yggdrasil/find-game.ts'
import { requirePermission } from '../permissions/is-allowed.ts'
import { Refusal } from '../platform/errors.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { type AskingPlayer, findAsking, findAskingInSession } from '../sessions/caller-store.ts'
import { checkCookieRequest, hasRefreshCookie } from '../sessions/session-cookies.ts'
import { hasGivenSecondFactor, waysWithSecondFactor } from '../sign-in/second-factor.ts'
import { admitLauncher } from './admit-launcher.ts'
import { bearerOf, bearerTokenOf, identify } from './caller.ts'
import { addressOf } from './client.ts'
import { meetLimits } from './limits.ts'

/**
 * Checks what a row demands before the body is read, in the order of docs/contract.md#forms: the
 * caller, the cookie's right to identify them, the captcha, the limits.
 *
 * @throws Refusal `auth.unauthorized`, `auth.forbidden`, `auth.usernotactivated`,
 *   `auth.passwordchangerequired`, `auth.consentrequired`, `auth.2farequired`, `auth.invalidkey`,
 *   `auth.untrustedaddress`, `auth.crosssite`,
 *   `auth.csrf`, `captcha.invalid`, `captcha.unavailable`, `request.toomany`
 */
export async function admit(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await admitCaller(app, row, request)
  if (row.cookie && hasRefreshCookie(request)) await checkCookieRequest(app, request)
  if (row.captcha) await askCaptcha(app, row.captcha, request)
  if (row.limits) await meetLimits(app, row, request, reply)
}

/** Lets the caller in whom a row demands. */
async function admitCaller(app: App, row: Endpoint, request: FastifyRequest): Promise<void> {
  const { caller } = row
  if (caller === 'launcher' || caller === 'provider') await admitLauncher(app, caller, request)
  else if (caller === 'game') await admitGame(app, request)
  else if (caller !== 'anyone') await admitPlayer(app, row, request)
}

async function admitGame(app: App, request: FastifyRequest): Promise<void> {
  const token = bearerTokenOf(request)
  const game = token && (await findUsableGame(app, token))
  if (!game) throw new Refusal('auth.unauthorized')
  identify(request, { playerId: game.playerId, sessionId: game.sessionId })
}

async function admitPlayer(app: App, row: Endpoint, request: FastifyRequest): Promise<void> {
  const identity = await bearerOf(app, request)
  if (!identity) throw new Refusal('auth.unauthorized')
  identify(request, identity) // before they may be refused: the log says whose request it was
  if (row.caller === 'any-player' && !needsOpenSession(row)) return

  const player = await findCaller(app, row, identity)
  if (!player) throw new Refusal('auth.unauthorized')
  if (row.caller === 'any-player') return
  if (row.caller === 'player' && player.activatedAt === null) {
    throw new Refusal('auth.usernotactivated')
  }
  if (player.passwordChangeRequiredAt !== null) throw new Refusal('auth.passwordchangerequired')
  if (player.owes && !row.withoutConsent) throw new Refusal('auth.consentrequired')
  if (row.permission) await requirePermission(app, player, [row.permission].flat())
  if (isOfPanel(row)) await requireTwoFactor(app, player, identity)
}

/**
 * Refuses sessions in which no second factor was given, where the owner demands one for the panel.
 *
 * @throws Refusal `auth.2farequired` with what would do; empty while the player has no second factor
 */
async function requireTwoFactor(app: App, player: Player, identity: Identity): Promise<void> {
  const { panelNeedsTwoFactor } = await app.settings.read()
  if (!panelNeedsTwoFactor || (await hasGivenSecondFactor(app, player, identity))) return
  throw new Refusal('auth.2farequired', { proofs: await waysWithSecondFactor(app, player) })
}

/** One statement either way: it finds the player and, where the row needs it, an open session. */
async function findCaller(
  app: App,
  row: Endpoint,
  identity: Identity,
): Promise<AskingPlayer | undefined> {
  const { minimumAge } = await app.settings.read()
  return needsOpenSession(row)
    ? findAskingInSession(app.db, identity, { now: app.clock.now(), minimumAge })
    : findAsking(app.db, { playerId: identity.playerId, minimumAge })
}

async function askCaptcha(app: App, action: CaptchaAction, request: FastifyRequest): Promise<void> {
  const { captcha } = request.headers
  const token = typeof captcha === 'string' ? captcha : undefined
  await app.captcha?.check(token, action, addressOf(request))
}
