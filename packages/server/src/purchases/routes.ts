import type { App } from '../app.ts'
import { hookRoutes } from './hook-routes.ts'
import { purchaseRoutes } from './purchase-routes.ts'

export const routes = (app: App) => ({ ...hookRoutes(app), ...purchaseRoutes(app) })
