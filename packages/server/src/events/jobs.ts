import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteExpiredConsumers } from './consumer-store.ts'
import { deleteOldEvents } from './event-store.ts'

const RETENTION = 30 * DAY

export const jobs = ({ db, clock }: App) => ({
  deleteOldEvents: () => deleteOldEvents(db, clock.now() - RETENTION),
  deleteExpiredConsumers: () => deleteExpiredConsumers(db, clock.now()),
})
