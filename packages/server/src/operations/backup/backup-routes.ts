import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { PanelBackups } from './panel-backups.ts'

export function backupRoutes(app: App): Route[] {
  const backups = new PanelBackups(app)
  return [
    route(endpoints.listBackups, ({ by }) => backups.list(by)),

    route(endpoints.makeBackup, async ({ by, once }) => {
      await once(
        app,
        (needs) => backups.make(needs, by),
        () => null, // the answer is how things are
      )
      return backups.list(by)
    }),

    route(endpoints.linkBackup, ({ params, by }) => backups.link(by, params.name)),

    route(endpoints.downloadBackup, async ({ query, client, request, reply }) => {
      const asked = { ip: client.ip, isLook: request.method === 'HEAD' }
      const { file, bytes } = await backups.download(query.ticket, asked)
      reply.header('Content-Length', file.bytes)
      reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
      return bytes
    }),
  ]
}
