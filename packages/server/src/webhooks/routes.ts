import type { App } from '../app.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const routes = (app: App) => ({ ...webhookRoutes(app) })
