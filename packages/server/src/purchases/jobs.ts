import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteOldCallbacks } from './purchase-store.ts'

const RETENTION = 30 * DAY

export const jobs = (app: App) => ({
  deleteOldCallbacks: () => deleteOldCallbacks(app.db, app.clock.now() - RETENTION),
})
