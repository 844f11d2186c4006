import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change } from '../audit/change.ts'
import { updateProfileHidden } from './profile-store.ts'

export async function hideProfile(app: ChangeDeps, by: Actor, hidden: boolean): Promise<void> {
  await change(app, by, async ({ tx, now, audit }) => {
    if (!(await updateProfileHidden(tx, by.actor, hidden ? now : null))) return
    const asShown = (profileShown: boolean) => JSON.stringify({ profileShown })
    audit('player.profile', by.actor, { before: asShown(hidden), after: asShown(!hidden) })
  })
}
