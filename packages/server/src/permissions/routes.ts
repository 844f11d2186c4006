import type { App } from '../app.ts'
import { grantRoutes } from './grants/grant-routes.ts'
import { permissionRoutes } from './permission-routes.ts'
import { permissionSetRoutes } from './permission-sets/permission-set-routes.ts'

export const routes = (app: App) => ({
  ...grantRoutes(app),
  ...permissionRoutes(app),
  ...permissionSetRoutes(app),
})
