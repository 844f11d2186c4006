import type { App } from '../app.ts'
import { sessionRoutes } from './session-routes.ts'

export const routes = (app: App) => ({
  ...sessionRoutes(app),
})
