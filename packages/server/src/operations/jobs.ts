import type { App } from '../app.ts'
import { deleteOldProcesses } from './heartbeat/process-store.ts'
import { deleteExpiredProbes } from './probe/probe-account.ts'

export const jobs = (app: App) => ({
  deleteOldProcesses: () => deleteOldProcesses(app.db, app.clock.now()),
  deleteProbeAccounts: () => deleteExpiredProbes(app),
})
