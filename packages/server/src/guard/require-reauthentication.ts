import type { Endpoint, ReauthenticationRule } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { verifyPassword } from '../sign-in/reauthenticate.ts'
import { isRecentlyAuthenticated } from '../sign-in/recent-authentication.ts'
import {
  lacksSecondFactor,
  methodsWithSecondFactor,
  reauthenticationMethods,
} from '../sign-in/second-factor.ts'
import { identityOf, setReauthentication } from './caller.ts'
import { clientOf } from './client.ts'

/**
 * Requires a recent re-authentication. If the use case decides whether the action is sensitive, passes on the data for
 * that decision.
 * @throws Refusal `auth.proofrequired` with the accepted ways; `auth.unauthorized` without a signed-in player;
 * `password.wrong`, `auth.toomanyattempts`, `overloaded`
 */
export async function requireReauthentication(
  app: App,
  { reauthentication: rule }: Endpoint,
  request: FastifyRequest,
  body: unknown,
): Promise<void> {
  if (!rule) return
  const given: Record<string, unknown> = { ...(body ?? {}) }
  const isRisky = rule.fields ? rule.fields.some((name) => name in given) : !rule.onDemand
  if (!isRisky && !rule.onDemand) return
  const identity = identityOf(request)
  if (!identity) throw new Refusal('auth.unauthorized')

  const player = await requireOwnPlayer(app.db, identity.playerId)
  const lacksFactor = await lacksSecondFactor(app, player, identity)
  if (!lacksFactor && (await isRecentlyAuthenticated(app, identity))) {
    return setReauthentication(request, { isRecent: true })
  }
  if (isReauthenticatedByBody(rule, player, lacksFactor) && typeof given.password === 'string') {
    return verifyPassword(app, player, given.password, clientOf(request))
  }
  const methods = await (lacksFactor ? methodsWithSecondFactor : reauthenticationMethods)(
    app,
    player,
  )
  if (isRisky) throw new Refusal('auth.proofrequired', { proofs: methods })
  setReauthentication(request, { isRecent: false, methods })
}

function isReauthenticatedByBody(
  { password }: ReauthenticationRule,
  player: Player,
  lacksFactor: boolean,
): boolean {
  const hasCode = player.totpEnabledAt !== null
  if (password === 'code-too') return hasCode || !lacksFactor
  return password === 'alone' && !hasCode && !lacksFactor
}
