import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { setPasswordChangeRequired } from '../../players/player-store.ts'

export async function requirePasswordChange(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
): Promise<void> {
  await change(app, by, async ({ tx, now, audit }) => {
    await setPasswordChangeRequired(tx, playerId, now)
    audit('password.change-required', playerId)
  })
}
