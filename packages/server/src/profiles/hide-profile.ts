import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change } from '../audit/change.ts'
import { updateProfileHidden } from './profile-store.ts'

/** Hides the public profile of the player who asks, or shows it again. */
export async function hideProfile(app: ChangeNeeds, by: Actor, hidden: boolean): Promise<void> {
  await change(app, by, async ({ tx, now, note }) => {
    if (!(await updateProfileHidden(tx, by.actor, hidden ? now : null))) return
    const asShown = (profileShown: boolean) => JSON.stringify({ profileShown })
    note('player.profile', by.actor, { before: asShown(hidden), after: asShown(!hidden) })
  })
}
