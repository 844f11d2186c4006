import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeSiteSettings } from './change-site-settings.ts'
import { checkGameServer } from './check-game-server.ts'

export function settingsRoutes(app: App) {
  return {
    showSettings: route(endpoints.showSettings, () => app.settings.read()),

    changeSettings: route(endpoints.changeSettings, async ({ body, by }) => {
      await changeSiteSettings(app, by, body)
      return app.settings.read()
    }),

    checkGameServer: route(endpoints.checkGameServer, ({ body }) =>
      checkGameServer(app, body.address),
    ),
  }
}
