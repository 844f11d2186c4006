import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { countAudit } from './count-audit.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export function auditRoutes(app: App) {
  return {
    listAudit: route(endpoints.listAudit, ({ query }) => listAudit(app, query)),

    countAudit: route(endpoints.countAudit, ({ query }) => countAudit(app, query)),

    exportAudit: route(endpoints.exportAudit, ({ query, by, reply }) => {
      const day = new Date(app.clock.now()).toISOString().slice(0, 10)
      reply.header('Content-Disposition', `attachment; filename="audit-${day}.csv"`)
      return exportAudit(app, by, query)
    }),
  }
}
