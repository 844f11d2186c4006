import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { askForExport } from './ask-for-export.ts'
import { openExport } from './open-export.ts'

export function exportRoutes(app: App): Route[] {
  return [
    route(endpoints.askForExport, ({ by }) => askForExport(app, by)),

    route(endpoints.downloadExport, async ({ body, client, reply }) => {
      const { name, zip } = await openExport(app, body.hash, client)
      reply.header('Content-Disposition', `attachment; filename="${name}"`)
      return zip
    }),
  ]
}
