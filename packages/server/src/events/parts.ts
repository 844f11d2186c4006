import type { App } from '../app.ts'
import { EventFeed } from './event-feed.ts'

export type EventParts = { events: EventFeed }

export function openEvents({
  db,
  clock,
  random,
  log,
  timeScale,
  config: { databaseUrl },
}: Pick<App, 'db' | 'clock' | 'random' | 'log' | 'timeScale' | 'config'>): EventParts {
  return { events: new EventFeed({ db, clock, random, log, timeScale, databaseUrl }) }
}
