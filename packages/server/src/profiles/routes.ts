import type { App } from '../app.ts'
import { profileRoutes } from './profile-routes.ts'
import { savedSkinRoutes } from './saved-skin-routes.ts'
import { appearanceRoutes, playerTextureRoutes, textureRoutes } from './texture-routes.ts'

export const routes = (app: App) => ({
  ...profileRoutes(app),
  ...savedSkinRoutes(app),
  ...appearanceRoutes(app),
  ...playerTextureRoutes(app),
  ...textureRoutes(app),
})
