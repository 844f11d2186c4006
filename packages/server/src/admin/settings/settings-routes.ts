import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { changeSiteSettings } from './change-site-settings.ts'

export function settingsRoutes(app: App): Route[] {
  return [
    route(endpoints.showSettings, () => app.settings.read()),

    route(endpoints.changeSettings, async ({ body, by }) => {
      await changeSiteSettings(app, by, body)
      return app.settings.read()
    }),
  ]
}
