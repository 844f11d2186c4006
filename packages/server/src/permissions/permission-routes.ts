import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { describeStanding } from './effective/describe-effective.ts'
import { explainPermission } from './effective/explain-permission.ts'
import { listPermissions } from './list-permissions.ts'

export function permissionRoutes(app: App): Route[] {
  return [
    route(endpoints.listPermissions, () => listPermissions(app)),
    route(endpoints.showStanding, ({ params }) => describeStanding(app, params.uuid)),
    route(endpoints.explainPermission, ({ query }) => explainPermission(app, query)),
  ]
}
