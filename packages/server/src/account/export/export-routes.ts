import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { openExport } from './download-export.ts'
import { askForExport } from './request-export.ts'

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
