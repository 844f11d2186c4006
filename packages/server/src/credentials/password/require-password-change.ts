import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { markPasswordChange } from '../../players/player-store.ts'

/** Demands that a player change their password before they do anything else. */
export async function requirePasswordChange(
  app: ChangeNeeds,
  by: Actor,
  playerId: string,
): Promise<void> {
  await change(app, by, async ({ tx, now, note }) => {
    await markPasswordChange(tx, playerId, now)
    note('password.change-required', playerId)
  })
}
