import type { PasskeyProof } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkAssertion } from '../credentials/passkeys/check-assertion.ts'
import { burnAttempt } from '../credentials/passkeys/passkey-store.ts'
import { usePasskey } from '../credentials/passkeys/use-passkey.ts'
import { Refusal } from '../platform/errors.ts'
import type { Identity } from '../players/identity.ts'
import { lockPlayer } from '../players/player-store.ts'
import { markProvedNow } from '../sessions/reauthentication-store.ts'

/**
 * Marks a session as proved by one of its player's passkeys (docs/contract.md#fresh-proof).
 *
 * @throws Refusal `passkey.unavailable`, `passkey.expired`, `passkey.unknown`, `passkey.wrong` (also for
 *   somebody else's), `passkey.copied`, `auth.unauthorized`
 */
export async function proveByPasskey(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  given: PasskeyProof,
): Promise<void> {
  const verdict = await checkAssertion(app, given)
  const isTheirs = verdict.ok && verdict.passkey.playerId === playerId
  if (!verdict.ok || !isTheirs) {
    if (verdict.ok) await burnAttempt(app.db, verdict.attempt)
    await writeAudit(app, { action: 'login.missed', ...by, target: playerId })
    throw new Refusal(verdict.ok ? 'passkey.wrong' : verdict.miss)
  }
  const isUsed = await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('auth.unauthorized')
    const used = await usePasskey(app, work, player, verdict)
    const proven = { sessionId, playerId, now: work.now, secondFactor: 'passkey' } as const
    if (used) await markProvedNow(work.tx, proven)
    return used
  })
  if (!isUsed) throw new Refusal('passkey.copied')
}
