import { type EventEnvelope, isEventType } from '@portal/contract/event-types'
import { addConsumer } from '../../src/events/consumer-store.ts'
import { toEnvelope } from '../../src/events/event.ts'
import { listEvents, numberEvents } from '../../src/events/event-store.ts'
import type { Site } from '../support/site.ts'

/** Makes the site record events. */
export async function recordEvents(site: Site): Promise<void> {
  await addConsumer(site.app.db, { name: 'test', now: site.now() })
}

/** Numbers and reads all events, in their order. */
export async function readEvents(site: Site): Promise<EventEnvelope[]> {
  while ((await numberEvents(site.app.db)) > 0);
  const stored = await listEvents(site.app.db, 0, 10_000)
  return stored.map((event) => toEnvelope(event, site.app.config))
}

/** Reads the data of all events of one type. */
export async function readData(site: Site, type: string) {
  if (!isEventType(type)) throw new Error(`no event type ${type}`)
  const events = await readEvents(site)
  return events.filter((event) => event.type === type).map(({ data }) => data)
}
