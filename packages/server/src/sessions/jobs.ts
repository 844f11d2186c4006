import type { App } from '../app.ts'
import { DEVICE_TTL } from './device.ts'
import { deleteExpiredDevices } from './device-store.ts'
import { deleteExpiredSessions } from './expired-store.ts'

export const jobs = (app: App) => ({
  deleteExpiredSessions: () => deleteExpiredSessions(app.db, app.clock.now()),
  deleteRefreshOutcomes: () => app.refreshOutcomes.sweep(),
  deleteOldDevices: () => deleteExpiredDevices(app.db, app.clock.now() - DEVICE_TTL),
})
