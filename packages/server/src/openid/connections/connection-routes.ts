import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { disconnectApp, listConnectedApps } from './disconnect-app.ts'

export function connectionRoutes(app: App) {
  return {
    listConnectedApps: route(endpoints.listConnectedApps, ({ identity }) =>
      listConnectedApps(app, identity.playerId),
    ),

    disconnectApp: route(endpoints.disconnectApp, async ({ by, params }) => {
      await disconnectApp(app, by, params.id)
      return null
    }),
  }
}
