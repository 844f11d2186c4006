import type { Endpoint } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { isFreshlyProven } from '../auth/fresh-proof.ts'
import { provePassword, waysToProve } from '../auth/prove.ts'
import { Refusal } from '../errors.ts'
import { requireOwnPlayer } from '../player/require-player.ts'
import { identityOf } from './caller.ts'
import { clientOf } from './client-of.ts'

/**
 * Lets a risky act go on only with a fresh proof: one of this session, or the password in its body where
 * the row takes it (docs/contract.md#fresh-proof).
 *
 * @throws Refusal `auth.proofrequired` with what may prove it; `password.wrong`, `auth.toomanyattempts`,
 *   `auth.unauthorized`, `overloaded`
 */
export async function askProof(
  app: App,
  { proof }: Endpoint,
  request: FastifyRequest,
  body: unknown,
): Promise<void> {
  const given: Record<string, unknown> = { ...(body ?? {}) }
  if (!proof || (proof.fields && !proof.fields.some((name) => name in given))) return
  const identity = identityOf(request)
  if (!identity) throw new Refusal('auth.unauthorized')
  if (await isFreshlyProven(app, identity)) return

  const player = await requireOwnPlayer(app.db, identity.playerId)
  const isEnough = proof.password === 'code-too' || player.totpEnabledAt === null
  if (proof.password && isEnough && typeof given.password === 'string') {
    return provePassword(app, player, given.password, clientOf(request))
  }
  throw new Refusal('auth.proofrequired', { proofs: await waysToProve(app, player) })
}
