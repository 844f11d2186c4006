import type { App } from '../app.ts'
import { deleteOldAudits } from './audit-store.ts'
import { deleteExpiredResponses } from './idempotent-response-store.ts'

export const jobs = (app: App) => ({
  deleteOldAuditEntries: () => deleteOldAudits(app.db, app.clock.now() - app.config.auditKept),
  deleteIdempotentResponses: () => deleteExpiredResponses(app.db, app.clock.now()),
})
