import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { systemOf } from './doctor/describe-system.ts'
import { probeLauncher } from './probe/probe-launcher.ts'

export function doctorRoutes(app: App) {
  const describeSystem = systemOf(app, (product) => probeLauncher(app, undefined, product))
  return { showSystem: route(endpoints.showSystem, ({ client }) => describeSystem(client.ip)) }
}
