import type { App } from '../app.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { discordRoutes } from './discord/discord-routes.ts'
import { eventStreamRoutes } from './event-stream/event-stream-routes.ts'
import { connectionRoutes } from './launcher/connection-routes.ts'
import { launcherRoutes } from './launcher/launcher-routes.ts'
import { launcherPasswordRoutes } from './launcher-passwords/launcher-password-routes.ts'
import { azauthRoutes } from './protocols/azauth-routes.ts'
import { gmlRoutes } from './protocols/gml-routes.ts'
import { gameClientRoutes } from './yggdrasil/game-client-routes.ts'
import { yggdrasilRoutes } from './yggdrasil/yggdrasil-routes.ts'

export const routes = (app: App) => ({
  ...apiKeyRoutes(app),
  ...launcherPasswordRoutes(app),
  ...connectionRoutes(app),
  ...launcherRoutes(app),
  ...discordRoutes(app),
  ...eventStreamRoutes(app),
  ...azauthRoutes(app),
  ...gmlRoutes(app),
  ...gameClientRoutes(app),
  ...yggdrasilRoutes(app),
})
