import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { openModuleFile } from './module-files.ts'
import { showConnection } from './show-connection.ts'

export function connectionRoutes(app: App) {
  return {
    showLauncher: route(endpoints.showLauncher, ({ client }) => showConnection(app, client.ip)),

    downloadModule: route(endpoints.downloadModule, async ({ params, request, reply }) => {
      const { bytes, stream } = await openModuleFile(params.file, request.method === 'HEAD')
      reply.header('Content-Length', bytes)
      reply.header('Content-Disposition', `attachment; filename="${params.file}"`)
      return stream
    }),
  }
}
