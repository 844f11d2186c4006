import { type Actor, COMMAND_LINE } from '../audit/actor.ts'
import { Refusal } from '../platform/errors.ts'

/**
 * Requires a recent re-authentication for an action whose risk depends on its input. The reauthentication rule of the
 * endpoint must have `onDemand: true`.
 * @throws Refusal `auth.proofrequired` with the accepted ways to re-authenticate
 */
export function requireRecentAuthentication({ actor, reauthentication }: Actor): void {
  if (actor === COMMAND_LINE.actor) return
  if (!reauthentication) throw new Error('the endpoint declares no re-authentication')
  if (!reauthentication.isRecent)
    throw new Refusal('auth.proofrequired', { proofs: reauthentication.methods })
}
