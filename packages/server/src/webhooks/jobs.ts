import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteOldDeliveries } from './delivery-store.ts'

const RETENTION = 30 * DAY

export const jobs = (app: App) => ({
  deleteOldDeliveries: () => deleteOldDeliveries(app.db, app.clock.now() - RETENTION),
})
