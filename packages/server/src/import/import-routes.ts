import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { PanelImport } from './runs/panel-import.ts'
import { sendResetLinks, showResetLinks } from './send-reset-links.ts'

export function importRoutes(app: App) {
  const imports = new PanelImport(app)
  return {
    showImport: route(endpoints.showImport, ({ by }) => imports.show(by)),

    uploadImport: route(endpoints.uploadImport, ({ by, file, query: { name, size, offset } }) =>
      imports.upload(by, { name, size: Number(size), offset: Number(offset), bytes: file }),
    ),

    lookAtImport: route(endpoints.lookAtImport, ({ by, body }) => imports.plan(by, body)),

    proveImport: route(endpoints.proveImport, ({ by, body }) => imports.tryPassword(by, body)),

    startImport: route(endpoints.startImport, ({ by, body }) => imports.start(by, body)),

    showResetLinks: route(endpoints.showResetLinks, ({ by }) => showResetLinks(app, by)),

    sendResetLinks: route(endpoints.sendResetLinks, ({ by }) => sendResetLinks(app, by)),

    endImport: route(endpoints.endImport, async ({ by }) => {
      await imports.end(by)
      return null
    }),
  }
}
