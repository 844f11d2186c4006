import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { systemOf } from './doctor/describe-system.ts'
import { probeLauncher } from './probe/probe-launcher.ts'

/**
 * The route that tells how the machine, the settings and everything the site depends on are doing.
 */
export function doctorRoutes(app: App): Route[] {
  const describeSystem = systemOf(app, (product) => probeLauncher(app, undefined, product))
  return [route(endpoints.showSystem, ({ client }) => describeSystem(client.ip))]
}
