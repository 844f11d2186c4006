import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { PanelBackups } from './panel-backups.ts'

export function backupRoutes(app: App) {
  const backups = new PanelBackups(app)
  return {
    listBackups: route(endpoints.listBackups, ({ by }) => backups.list(by)),

    makeBackup: route(endpoints.makeBackup, async ({ by, idempotent }) => {
      await idempotent(
        app,
        (deps) => backups.make(deps, by),
        () => null, // the response to a repeated request is the current state
      )
      return backups.list(by)
    }),

    linkBackup: route(endpoints.linkBackup, ({ params, by }) => backups.link(by, params.name)),

    downloadBackup: route(endpoints.downloadBackup, async ({ query, client, request, reply }) => {
      const visitor = { ip: client.ip, isHead: request.method === 'HEAD' }
      const { file, bytes } = await backups.download(query.ticket, visitor)
      reply.header('Content-Length', file.bytes)
      reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
      return bytes
    }),
  }
}
