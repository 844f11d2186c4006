import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { overviewOf } from './overview.ts'

export function overviewRoutes(app: App): Route[] {
  const describeSite = overviewOf(app)
  return [route(endpoints.showOverview, ({ client }) => describeSite(client.ip))]
}
