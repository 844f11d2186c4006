import type { App } from '../app.ts'
import { deleteExpiredLoginAttempts } from './lockout/attempt-store.ts'
import { deleteOldCounters } from './rate-limits/rate-limit-store.ts'

export const jobs = (app: App) => ({
  deleteOldSignInAttempts: () => deleteExpiredLoginAttempts(app.db, app.clock.now()),
  deleteOldRateLimits: () => deleteOldCounters(app.db, app.clock.now()),
})
