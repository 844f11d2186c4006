import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { overviewOf } from './overview.ts'

export function overviewRoutes(app: App) {
  const describeSite = overviewOf(app)
  return {
    showOverview: route(endpoints.showOverview, ({ client, by }) => describeSite(by, client.ip)),
  }
}
