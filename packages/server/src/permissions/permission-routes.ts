import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { describeEffectivePermissions } from './effective/describe-effective.ts'
import { explainPermission } from './effective/explain-permission.ts'
import { listPermissions } from './list-permissions.ts'

export function permissionRoutes(app: App) {
  return {
    listPermissions: route(endpoints.listPermissions, () => listPermissions(app)),
    showStanding: route(endpoints.showStanding, ({ params }) =>
      describeEffectivePermissions(app, params.uuid),
    ),
    explainPermission: route(endpoints.explainPermission, ({ query }) =>
      explainPermission(app, query),
    ),
  }
}
