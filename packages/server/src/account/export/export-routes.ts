import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { downloadExport } from './download-export.ts'
import { requestExport } from './request-export.ts'

export function exportRoutes(app: App) {
  return {
    askForExport: route(endpoints.askForExport, ({ by }) => requestExport(app, by)),

    downloadExport: route(endpoints.downloadExport, async ({ body, client, reply }) => {
      const { name, zip } = await downloadExport(app, body.hash, client)
      reply.header('Content-Disposition', `attachment; filename="${name}"`)
      return zip
    }),
  }
}
