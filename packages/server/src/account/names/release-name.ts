import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { type KeptName, releaseName } from '../../players/name-store.ts'

/**
 * Makes a kept name free before its time, on the owner's command.
 *
 * @returns for whom it was kept; undefined when it was not.
 */
export async function freeName(
  app: ChangeNeeds,
  by: Actor,
  name: string,
): Promise<KeptName | undefined> {
  return change(app, by, async ({ tx, now, note }) => {
    const kept = await releaseName(tx, name, now)
    if (kept) note('player.name-freed', kept.playerId, { before: kept.name })
    return kept
  })
}
