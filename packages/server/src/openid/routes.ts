import type { App } from '../app.ts'
import { authorizationRoutes } from './authorization/authorization-routes.ts'
import { clientRoutes } from './clients/client-routes.ts'
import { connectionRoutes } from './connections/connection-routes.ts'
import { deviceRoutes } from './device/device-routes.ts'

export const routes = (app: App) => ({
  ...authorizationRoutes(app),
  ...clientRoutes(app),
  ...connectionRoutes(app),
  ...deviceRoutes(app),
})
