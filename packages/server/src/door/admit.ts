import {
  type CaptchaAction,
  type Endpoint,
  type Limit,
  needsOpenSession,
  statusOf,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requirePermission } from '../access/is-allowed.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type Allowance, Refusal } from '../errors.ts'
import { checkCall, readAllowance, takeCall } from '../platform/limits/rate-limit.ts'
import type { Player } from '../player/player.ts'
import { findPlayer } from '../player/player-store.ts'
import type { Identity } from '../session/access-token.ts'
import { findPlayerInSession } from '../session/caller-store.ts'
import { admitLauncher, apiKeyOf } from './admit-launcher.ts'
import { addressOf } from './client-of.ts'
import { setRateLimitFields } from './rate-limit-fields.ts'
import { checkCookieRequest, hasRefreshCookie } from './session-cookies.ts'

const identified = new WeakMap<FastifyRequest, Identity>()

/**
 * What a row demands before anything of the body is read, in the order of the answers, Details: the
 * caller, the cookie's right to speak, the captcha, the limits.
 *
 * @throws Refusal `auth.unauthorized`, `auth.forbidden`, `auth.usernotactivated`,
 *   `auth.passwordchangerequired`, `auth.invalidkey`, `auth.untrustedaddress`, `auth.crosssite`,
 *   `auth.csrf`, `captcha.invalid`, `captcha.unavailable`, `request.toomany`
 */
export async function admit(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (row.caller === 'launcher') await admitLauncher(app, request)
  else if (row.caller !== 'anyone') await admitPlayer(app, row, request)
  if (row.cookie && hasRefreshCookie(request)) await checkCookieRequest(app, request)
  if (row.captcha) await askCaptcha(app, row.captcha, request)
  if (row.limits) await meetLimits(app, row.limits, request, reply)
}

/** Whose request this is, also when he may not send it; undefined where the row lets anyone call. */
export function identityOf(request: FastifyRequest): Identity | undefined {
  return identified.get(request)
}

/** In whose name the request changes something; undefined where the row lets anyone call. */
export function actorOf(request: FastifyRequest): Actor | undefined {
  const key = apiKeyOf(request)
  const actor = key ? `api-key:${key.id}` : identityOf(request)?.playerId
  return actor === undefined ? undefined : { actor, ip: addressOf(request) }
}

/** The player a Bearer token names; undefined when there is none or it is not good. */
export async function bearerOf(app: App, request: FastifyRequest): Promise<Identity | undefined> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return token ? app.accessTokens.verify(token) : undefined
}

async function admitPlayer(app: App, row: Endpoint, request: FastifyRequest): Promise<void> {
  const identity = await bearerOf(app, request)
  if (!identity) throw new Refusal('auth.unauthorized')
  identified.set(request, identity) // before he may be refused: the log says whose request it was
  if (row.caller === 'any-player' && !needsOpenSession(row)) return

  const player = await findCaller(app, row, identity)
  if (!player) throw new Refusal('auth.unauthorized')
  if (row.caller === 'any-player') return
  if (row.caller === 'player' && player.activatedAt === null) {
    throw new Refusal('auth.usernotactivated')
  }
  if (player.passwordChangeRequiredAt !== null) throw new Refusal('auth.passwordchangerequired')
  if (row.permission) await requirePermission(app, player, row.permission)
}

/** One statement either way: that the session is open is asked together with who the player is. */
function findCaller(app: App, row: Endpoint, identity: Identity): Promise<Player | undefined> {
  return needsOpenSession(row)
    ? findPlayerInSession(app.db, identity, app.clock.now())
    : findPlayer(app.db, identity.playerId)
}

async function askCaptcha(app: App, action: CaptchaAction, request: FastifyRequest): Promise<void> {
  const { captcha } = request.headers
  const token = typeof captcha === 'string' ? captcha : undefined
  await app.captcha?.check(token, action, addressOf(request))
}

async function meetLimits(
  app: App,
  limits: readonly Limit[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const allowances: Allowance[] = []
  for (const limit of limits) {
    const meet = limit.counts === 'calls' ? takeCall : checkCall
    allowances.push(await meet(app, limit, whomOf(limit, request)))
  }
  setRateLimitFields(reply, allowances)
}

/**
 * The `RateLimit` fields once more, where what counts is known only at the end: a success or a
 * refusal changed the counters since the request was admitted.
 */
export async function showLimits(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!row.limits?.some(({ counts }) => counts !== 'calls')) return
  const allowances = await Promise.all(
    row.limits.map((limit) => readAllowance(app, limit, whomOf(limit, request))),
  )
  setRateLimitFields(reply, allowances)
}

/**
 * Counts a refused call where the row has a limit for refusals. When that limit is used up the
 * answer becomes its 429, so that no more than the limit learn why they were refused.
 */
export async function countRefusal(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  const limit = row.limits?.find(({ counts }) => counts === 'refusals')
  const isOurs = statusOf(row, refusal.code) >= 500
  if (!limit || isOurs || refusal.code === 'request.toomany') return refusal
  try {
    await takeCall(app, limit, whomOf(limit, request))
    return refusal
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function whomOf(limit: Limit, request: FastifyRequest): string {
  return limit.per === 'player' ? (identityOf(request)?.playerId ?? '') : addressOf(request)
}
