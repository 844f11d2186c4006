import type { PasskeyResponse } from '@portal/contract'
import type { App } from '../app.ts'
import { change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkAssertion } from '../credentials/passkeys/check-assertion.ts'
import { usePasskey } from '../credentials/passkeys/use-passkey.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import { lockPlayer } from '../players/player-store.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'

/**
 * Signs in by a passkey, which counts as both factors. A lockout after wrong passwords does not apply, and is not reset
 * (docs/contract.md#passkeys).
 * @throws Refusal `passkey.unavailable`, `passkey.expired`, `passkey.unknown`, `passkey.wrong`; `passkey.copied` if a
 * copy of the passkey was detected
 */
export async function logInByPasskey(
  app: App,
  given: PasskeyResponse,
  client: Client,
): Promise<OpenedSession> {
  const { ip } = client
  const verdict = await checkAssertion(app, given)
  if (!verdict.ok) {
    app.metrics.countLogin('wrong-passkey')
    await writeAudit(app, { action: 'login.missed', actor: null, ip, target: verdict.playerId })
    throw new Refusal(verdict.refusal)
  }
  const { playerId } = verdict.passkey
  const opened = await change(app, { actor: playerId, ip }, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('passkey.unknown')
    if (!(await usePasskey(app, work, player, verdict))) return undefined
    const how = { with: 'passkey', secondFactor: 'passkey' } as const
    return openSession(app, work, { player, client, isKnownDevice: false, ...how })
  })
  app.metrics.countLogin(opened ? 'accepted' : 'wrong-passkey')
  if (!opened) throw new Refusal('passkey.copied')
  return opened
}
