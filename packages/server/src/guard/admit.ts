import {
  type CaptchaAction,
  type Endpoint,
  isAdminEndpoint,
  isApiKeyCaller,
  needsOpenSession,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { findUsableGameSession } from '../integrations/yggdrasil/find-game-session.ts'
import { findEffectivePermissions } from '../permissions/effective/find-effective-permissions.ts'
import { requirePermission } from '../permissions/may.ts'
import { Refusal } from '../platform/errors.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import {
  type CallingPlayer,
  findCallingPlayer,
  findCallingPlayerInSession,
} from '../sessions/caller-store.ts'
import { checkCookieRequest, hasRefreshCookie } from '../sessions/session-cookies.ts'
import { hasGivenSecondFactor, methodsWithSecondFactor } from '../sign-in/second-factor.ts'
import { admitLauncher } from './admit-launcher.ts'
import { bearerOf, bearerTokenOf, identify } from './caller.ts'
import { addressOf } from './client.ts'
import { enforceRateLimits } from './limits.ts'

/**
 * Checks a request before its body is read: the caller, CSRF, the captcha and the limits (docs/contract.md#forms).
 * @throws Refusal of the first failed check
 */
export async function admit(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await admitCaller(app, row, request)
  if (row.cookie && hasRefreshCookie(request)) await checkCookieRequest(app, request)
  if (row.captcha) await requireCaptcha(app, row.captcha, request)
  if (row.limits) await enforceRateLimits(app, row, request, reply)
}

async function admitCaller(app: App, row: Endpoint, request: FastifyRequest): Promise<void> {
  const { caller } = row
  if (isApiKeyCaller(caller)) await admitLauncher(app, caller, request)
  else if (caller === 'game') await admitGame(app, request)
  else if (caller !== 'anyone') await admitPlayer(app, row, request)
}

async function admitGame(app: App, request: FastifyRequest): Promise<void> {
  const token = bearerTokenOf(request)
  const game = token && (await findUsableGameSession(app, token))
  if (!game) throw new Refusal('auth.unauthorized')
  identify(request, { playerId: game.playerId, sessionId: game.sessionId })
}

async function admitPlayer(app: App, row: Endpoint, request: FastifyRequest): Promise<void> {
  const identity = await bearerOf(app, request)
  if (!identity) throw new Refusal('auth.unauthorized')
  identify(request, identity) // before the checks: the log of refused requests names the player too
  if (row.caller === 'any-player' && !needsOpenSession(row)) return

  const player = await findCaller(app, row, identity)
  if (!player) throw new Refusal('auth.unauthorized')
  if (row.caller === 'any-player') return
  if (row.caller === 'player' && player.activatedAt === null) {
    throw new Refusal('auth.usernotactivated')
  }
  if (player.passwordChangeRequiredAt !== null) throw new Refusal('auth.passwordchangerequired')
  if (player.owes && !row.withoutConsent) throw new Refusal('auth.consentrequired')
  if (row.permission) {
    const standing = await findEffectivePermissions(app.db, player, app.clock.now())
    requirePermission(standing, [row.permission].flat())
  }
  if (isAdminEndpoint(row)) await requireTwoFactor(app, player, identity)
}

/**
 * Requires that the session has used a second factor, while the setting `panelNeedsTwoFactor` is on.
 * @throws Refusal `auth.2farequired`, whose `proofs` lists the ways to use a second factor; empty if the player has
 * none
 */
async function requireTwoFactor(app: App, player: Player, identity: Identity): Promise<void> {
  const { panelNeedsTwoFactor } = await app.settings.read()
  if (!panelNeedsTwoFactor || (await hasGivenSecondFactor(app, player, identity))) return
  throw new Refusal('auth.2farequired', { proofs: await methodsWithSecondFactor(app, player) })
}

async function findCaller(
  app: App,
  row: Endpoint,
  identity: Identity,
): Promise<CallingPlayer | undefined> {
  const { minimumAge } = await app.settings.read()
  return needsOpenSession(row)
    ? findCallingPlayerInSession(app.db, identity, { now: app.clock.now(), minimumAge })
    : findCallingPlayer(app.db, { playerId: identity.playerId, minimumAge })
}

async function requireCaptcha(
  app: App,
  action: CaptchaAction,
  request: FastifyRequest,
): Promise<void> {
  const { captcha } = request.headers
  const token = typeof captcha === 'string' ? captcha : undefined
  await app.captcha?.check(token, action, addressOf(request))
}
