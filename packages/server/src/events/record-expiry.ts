import type { Db } from '../database/database.ts'
import { type Clock, isoOrNull, SECOND } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { findFirstConsumerAt } from './consumer-store.ts'
import { type NewEvent, newEvent } from './event.ts'
import { insertEvent } from './event-store.ts'
import {
  advanceExpiry,
  listBegunRanks,
  listEndedBans,
  listEndedRanks,
  listPublishedNews,
  readExpiry,
} from './expiry-store.ts'

export const EXPIRY_INTERVAL = 15 * SECOND

/**
 * Records an event for each rank, ban and scheduled news that began or ended on its own since the last call. Progress
 * and events are in one transaction, so each event is recorded exactly once, even if several processes run this or a
 * process is killed. Leaves out the time before the oldest current reader was added.
 * @returns whether events were recorded
 */
export async function recordExpiry(app: {
  db: Db
  clock: Clock
  random: Random
}): Promise<boolean> {
  const now = app.clock.now()
  const found = await readExpiry(app.db)
  if (found > now - EXPIRY_INTERVAL / 2) return false
  return app.db.transaction().execute(async (tx) => {
    if (!(await advanceExpiry(tx, found, now))) return false
    const firstConsumerAt = await findFirstConsumerAt(tx, now)
    if (firstConsumerAt === undefined) return false
    const events = await eventsBetween(app, tx, {
      from: Math.max(found, firstConsumerAt),
      until: now,
    })
    for (const event of events) await insertEvent(tx, event)
    return events.length > 0
  })
}

async function eventsBetween(
  app: { clock: Clock; random: Random },
  tx: Db,
  period: { from: number; until: number },
): Promise<NewEvent[]> {
  const source = 'expiry'
  const dated: { at: number | null; event: NewEvent }[] = []
  for (const { playerId: player, group, until, at } of await listBegunRanks(tx, period)) {
    const data = { player, group: group ?? '', until: isoOrNull(until), source } as const
    dated.push({ at, event: newEvent(app, 'player.group_given', data, null) })
  }
  for (const { playerId: player, group, at } of await listEndedRanks(tx, period)) {
    const data = { player, group: group ?? '', until: isoOrNull(at), source } as const
    dated.push({ at, event: newEvent(app, 'player.group_ended', data, null) })
  }
  for (const { playerId: player, reason, at } of await listEndedBans(tx, period)) {
    const data = { player, reason, until: isoOrNull(at) }
    dated.push({ at, event: newEvent(app, 'player.unbanned', data, null) })
  }
  for (const { id, title, at } of await listPublishedNews(tx, period)) {
    const data = { id, title, url: `/news/${id}` }
    dated.push({ at, event: newEvent(app, 'news.published', data, null) })
  }
  return dated.sort((a, b) => (a.at ?? 0) - (b.at ?? 0)).map(({ event }) => event)
}
