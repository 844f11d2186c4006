import type { App } from '../app.ts'
import { backupRoutes } from './backup/backup-routes.ts'
import { doctorRoutes } from './doctor-routes.ts'
import { probeRoutes } from './probe/probe-routes.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { statusRoutes } from './status/status-routes.ts'

export const routes = (app: App) => ({
  ...backupRoutes(app),
  ...doctorRoutes(app),
  ...probeRoutes(app),
  ...setupRoutes(app),
  ...statusRoutes(app),
})
