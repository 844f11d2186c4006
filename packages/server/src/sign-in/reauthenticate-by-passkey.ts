import type { PasskeyResponse } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkAssertion } from '../credentials/passkeys/check-assertion.ts'
import { consumeSingleUseToken } from '../credentials/passkeys/passkey-store.ts'
import { usePasskey } from '../credentials/passkeys/use-passkey.ts'
import { Refusal } from '../platform/errors.ts'
import type { Identity } from '../players/identity.ts'
import { lockPlayer } from '../players/player-store.ts'
import { markReauthenticatedByFactor } from '../sessions/reauthentication-store.ts'

/**
 * Re-authenticates the session of a player by a passkey of this player.
 * @throws Refusal `passkey.wrong` also for a passkey of another player; other refusals of `passkey`;
 * `auth.unauthorized`
 */
export async function reauthenticateByPasskey(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  given: PasskeyResponse,
): Promise<void> {
  const verdict = await checkAssertion(app, given)
  const isTheirs = verdict.ok && verdict.passkey.playerId === playerId
  if (!verdict.ok || !isTheirs) {
    if (verdict.ok) await consumeSingleUseToken(app.db, verdict.ceremony)
    await writeAudit(app, { action: 'login.missed', ...by, target: playerId })
    throw new Refusal(verdict.ok ? 'passkey.wrong' : verdict.refusal)
  }
  const isUsed = await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('auth.unauthorized')
    const used = await usePasskey(app, work, player, verdict)
    const reauthentication = {
      sessionId,
      playerId,
      now: work.now,
      secondFactor: 'passkey',
    } as const
    if (used) await markReauthenticatedByFactor(work.tx, reauthentication)
    return used
  })
  if (!isUsed) throw new Refusal('passkey.copied')
}
