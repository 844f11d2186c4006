import type { Endpoint, Proof } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { provePassword } from '../sign-in/reauthenticate.ts'
import { isFreshlyProven } from '../sign-in/recent-authentication.ts'
import { lacksSecondFactor, waysToProve, waysWithSecondFactor } from '../sign-in/second-factor.ts'
import { identityOf, noteProof } from './caller.ts'
import { clientOf } from './client.ts'

/**
 * Lets a risky act go on only with a fresh proof: one of this session, or the password in its body where
 * the row takes it (docs/contract.md#fresh-proof). Where the use case decides whether the act is risky, the
 * actor has what it needs for that (permissions/require-proof.ts).
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
  if (!proof) return
  const given: Record<string, unknown> = { ...(body ?? {}) }
  const isRisky = proof.fields ? proof.fields.some((name) => name in given) : !proof.onDemand
  if (!isRisky && !proof.onDemand) return
  const identity = identityOf(request)
  if (!identity) throw new Refusal('auth.unauthorized')

  const player = await requireOwnPlayer(app.db, identity.playerId)
  const lacksFactor = await lacksSecondFactor(app, player, identity)
  if (!lacksFactor && (await isFreshlyProven(app, identity))) {
    return noteProof(request, { isFresh: true })
  }
  if (isProvenByBody(proof, player, lacksFactor) && typeof given.password === 'string') {
    return provePassword(app, player, given.password, clientOf(request))
  }
  const ways = await (lacksFactor ? waysWithSecondFactor : waysToProve)(app, player)
  if (isRisky) throw new Refusal('auth.proofrequired', { proofs: ways })
  noteProof(request, { isFresh: false, ways })
}

/** Whether the password in the body is enough, as a code stands beside it or there is none to ask for. */
function isProvenByBody({ password }: Proof, player: Player, lacksFactor: boolean): boolean {
  const hasCode = player.totpEnabledAt !== null
  if (password === 'code-too') return hasCode || !lacksFactor
  return password === 'alone' && !hasCode && !lacksFactor
}
