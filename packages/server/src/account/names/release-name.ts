import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { type ReservedName, releaseName } from '../../players/name-store.ts'

/**
 * Ends the reservation of a name early, by a command.
 * @returns the reservation; undefined if the name was not reserved
 */
export async function releaseKeptName(
  app: ChangeDeps,
  by: Actor,
  name: string,
): Promise<ReservedName | undefined> {
  return change(app, by, async ({ tx, now, audit }) => {
    const kept = await releaseName(tx, name, now)
    if (kept) audit('player.name-freed', kept.playerId, { before: kept.name })
    return kept
  })
}
