import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { listAudit } from './list-audit.ts'

export function auditRoutes(app: App): Route[] {
  return [route(endpoints.listAudit, ({ query }) => listAudit(app, query))]
}
