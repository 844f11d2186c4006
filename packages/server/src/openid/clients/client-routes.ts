import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { changeClient, replaceSecret, revokeClient } from './change-client.ts'
import { toClientItem } from './client.ts'
import { listClients } from './client-store.ts'
import { createClient } from './create-client.ts'

export function clientRoutes(app: App) {
  return {
    listClients: route(endpoints.listClients, async ({ by }) => {
      const { permissions } = await findEditor(app.db, by, app.clock.now())
      const clients = await listClients(app.db)
      return {
        items: clients.map(toClientItem),
        issuer: app.config.publicUrl,
        editable: permissions.superuser,
      }
    }),

    createClient: route(endpoints.createClient, ({ body, by, idempotent }) =>
      idempotent(
        app,
        (needs) => createClient(needs, by, body),
        ({ client, secret }) => ({ ...toClientItem(client), clientSecret: secret }),
      ),
    ),

    changeClient: route(endpoints.changeClient, async ({ body, params, by }) =>
      toClientItem(await changeClient(app, by, params.id, body)),
    ),

    replaceClientSecret: route(endpoints.replaceClientSecret, ({ params, by, idempotent }) =>
      idempotent(
        app,
        (needs) => replaceSecret(needs, by, params.id),
        ({ client, secret }) => ({ ...toClientItem(client), clientSecret: secret }),
      ),
    ),

    revokeClient: route(endpoints.revokeClient, async ({ params, by }) => {
      await revokeClient(app, by, params.id)
      return null
    }),
  }
}
