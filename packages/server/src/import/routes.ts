import type { App } from '../app.ts'
import { importRoutes } from './import-routes.ts'

export const routes = (app: App) => ({
  ...importRoutes(app),
})
