import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { probeLauncher } from './probe-launcher.ts'

export function probeRoutes(app: App): Route[] {
  return [
    route(endpoints.probeLauncher, async ({ body, by }) => ({
      steps: await probeLauncher(app, by, body.product),
    })),
  ]
}
