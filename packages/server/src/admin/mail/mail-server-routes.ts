import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeMailServer, removeMailServer, tryMailServer } from './change-mail-server.ts'
import { showMailServer } from './describe-mail-server.ts'

export function mailServerRoutes(app: App) {
  return {
    showMailServer: route(endpoints.showMailServer, ({ by }) => showMailServer(app, by)),

    changeMailServer: route(endpoints.changeMailServer, async ({ body, by }) => {
      await changeMailServer(app, by, body)
      return showMailServer(app, by)
    }),

    removeMailServer: route(endpoints.removeMailServer, async ({ by }) => {
      await removeMailServer(app, by)
      return null
    }),

    tryMailServer: route(endpoints.tryMailServer, ({ body, by }) => tryMailServer(app, by, body)),
  }
}
