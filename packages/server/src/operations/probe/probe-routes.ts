import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { probeLauncher } from './probe-launcher.ts'

export function probeRoutes(app: App) {
  return {
    probeLauncher: route(endpoints.probeLauncher, async ({ body, by }) => ({
      steps: await probeLauncher(app, by, body.product),
    })),
  }
}
