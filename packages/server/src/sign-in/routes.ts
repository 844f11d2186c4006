import type { App } from '../app.ts'
import { signInRoutes } from './sign-in-routes.ts'

export const routes = (app: App) => ({
  ...signInRoutes(app),
})
