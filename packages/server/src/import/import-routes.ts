import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { PanelImport } from './runs/panel-import.ts'

export function importRoutes(app: App): Route[] {
  const imports = new PanelImport(app)
  return [
    route(endpoints.showImport, ({ by }) => imports.show(by)),

    route(endpoints.uploadImport, ({ by, file, query: { name, size, offset } }) =>
      imports.upload(by, { name, size: Number(size), offset: Number(offset), bytes: file }),
    ),

    route(endpoints.lookAtImport, ({ by, body }) => imports.lookAt(by, body)),

    route(endpoints.proveImport, ({ by, body }) => imports.prove(by, body)),

    route(endpoints.startImport, ({ by, body }) => imports.start(by, body)),

    route(endpoints.endImport, async ({ by }) => {
      await imports.end(by)
      return null
    }),
  ]
}
