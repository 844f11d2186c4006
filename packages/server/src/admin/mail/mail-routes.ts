import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { listMail } from './list-mail.ts'
import { retryMail } from './retry-mail.ts'
import { testMail } from './test-mail.ts'

export function mailRoutes(app: App) {
  return {
    listMail: route(endpoints.listMail, ({ query }) => listMail(app, query, query.state)),

    retryMail: route(endpoints.retryMail, async ({ params, by }) => {
      await retryMail(app, by, params.id)
      return null
    }),

    testMail: route(endpoints.testMail, ({ body, by }) => testMail(app, by, body?.to)),
  }
}
