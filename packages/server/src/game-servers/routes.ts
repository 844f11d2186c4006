import type { App } from '../app.ts'
import { connectRoutes } from './connect-routes.ts'

export const routes = (app: App) => ({ ...connectRoutes(app) })
