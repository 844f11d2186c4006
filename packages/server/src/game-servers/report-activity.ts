import type { ReportedActivity } from '@portal/contract'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change } from '../audit/change.ts'
import { requireInstant } from '../platform/text/parse-instant.ts'
import { readPlayerId } from '../players/player-id.ts'
import { type ActivityReport, recordActivity } from '../profiles/activity-store.ts'

/**
 * Records the visits and play time that a game server reports. Writes no audit entries, because there is one report per
 * player and minute.
 * @returns the UUIDs, as sent, that belong to no player
 * @throws Refusal `request.invalid` naming an invalid instant
 */
export async function reportActivity(
  app: ChangeDeps,
  by: Actor,
  reported: readonly ReportedActivity[],
): Promise<string[]> {
  const reports = reported.map((report, index) => toReport(report, index, app.clock.now()))
  // sorted, so that concurrent requests do not deadlock
  const sorted = reports.toSorted((a, b) => (a.playerId < b.playerId ? -1 : 1))
  return change(app, by, async ({ tx }) => {
    const unknown: string[] = []
    for (const { uuid, ...report } of sorted) {
      if (!(await recordActivity(tx, report))) unknown.push(uuid)
    }
    return unknown
  })
}

function toReport(
  { uuid, event, at, seconds }: ReportedActivity,
  index: number,
  now: number,
): ActivityReport & { uuid: string } {
  const instant = Math.min(requireInstant(`players.${index}.at`, at) ?? now, now)
  return { uuid, playerId: readPlayerId(uuid) ?? '', event, at: instant, seconds }
}
