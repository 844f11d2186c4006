import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { listAudit } from '../audit/list-audit.ts'
import { type Route, route } from '../door/route.ts'
import { listMail } from '../mail/list-mail.ts'
import { retryMail } from '../mail/retry-mail.ts'
import { testMail } from '../mail/test-mail.ts'
import { changeSiteSettings } from '../settings/change-site-settings.ts'
import { overviewOf } from './overview.ts'

/** What administrators see of the site itself: settings, the trail, mail, and how it is doing. */
export function siteRoutes(app: App): Route[] {
  const describeSite = overviewOf(app)
  return [
    route(endpoints.showOverview, ({ client }) => describeSite(client.ip)),

    route(endpoints.showSettings, () => app.settings.read()),

    route(endpoints.changeSettings, async ({ body, by }) => {
      await changeSiteSettings(app, by, body)
      return app.settings.read()
    }),

    route(endpoints.listAudit, ({ query }) => listAudit(app, query)),

    route(endpoints.listMail, ({ query }) => listMail(app, query, query.state)),

    route(endpoints.retryMail, async ({ params, by }) => {
      await retryMail(app, by, params.id)
      return null
    }),

    route(endpoints.testMail, ({ body, by }) => testMail(app, by, body?.to)),
  ]
}
