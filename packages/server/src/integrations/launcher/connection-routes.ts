import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { openModuleFile } from './module-files.ts'
import { showConnection } from './show-connection.ts'

/** The routes with which an owner connects a launcher (docs/contract.md#connecting-a-launcher). */
export function connectionRoutes(app: App): Route[] {
  return [
    route(endpoints.showLauncher, ({ client }) => showConnection(app, client.ip)),

    route(endpoints.downloadModule, async ({ params, request, reply }) => {
      const { bytes, stream } = await openModuleFile(params.file, request.method === 'HEAD')
      reply.header('Content-Length', bytes)
      reply.header('Content-Disposition', `attachment; filename="${params.file}"`)
      return stream
    }),
  ]
}
