import type { App } from '../app.ts'
import { accountRoutes } from './account-routes.ts'
import { balanceRoutes } from './balance/balance-routes.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { deletionRoutes } from './deletion/deletion-routes.ts'
import { exportRoutes } from './export/export-routes.ts'
import { renameRoutes } from './names/rename-routes.ts'
import { registrationRoutes } from './registration/registration-routes.ts'

export const routes = (app: App) => ({
  ...accountRoutes(app),
  ...balanceRoutes(app),
  ...consentRoutes(app),
  ...deletionRoutes(app),
  ...exportRoutes(app),
  ...renameRoutes(app),
  ...registrationRoutes(app),
})
