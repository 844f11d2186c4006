import { type Actor, COMMAND } from '../audit/actor.ts'
import { Refusal } from '../platform/errors.ts'

/**
 * Demands a recent re-authentication for what only the use case knows to be risky; the row of the request has
 * `proof: { onDemand: true }` (docs/contract.md#fresh-proof).
 *
 * @throws Refusal `auth.proofrequired` with what would do
 */
export function requireProof({ actor, proof }: Actor): void {
  if (actor === COMMAND.actor) return
  if (!proof) throw new Error('the row of this request has no proof') // refuses rather than lets it pass
  if (!proof.isFresh) throw new Refusal('auth.proofrequired', { proofs: proof.ways })
}
