import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { changeMailServer, removeMailServer, tryMailServer } from './change-mail-server.ts'
import { showMailServer } from './describe-mail-server.ts'

export function mailServerRoutes(app: App): Route[] {
  return [
    route(endpoints.showMailServer, ({ by }) => showMailServer(app, by)),

    route(endpoints.changeMailServer, async ({ body, by }) => {
      await changeMailServer(app, by, body)
      return showMailServer(app, by)
    }),

    route(endpoints.removeMailServer, async ({ by }) => {
      await removeMailServer(app, by)
      return null
    }),

    route(endpoints.tryMailServer, ({ body, by }) => tryMailServer(app, by, body)),
  ]
}
