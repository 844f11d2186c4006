import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../database/cursor.ts'
import { route } from '../http/route.ts'
import { changeWebhook, createWebhook, removeWebhook } from './change-webhook.ts'
import { listDeliveries } from './delivery-store.ts'
import { describeChanged, describeDelivery, showWebhooks } from './describe-webhook.ts'
import { requireWebhook, resendDelivery, testWebhook } from './send-again.ts'

export function webhookRoutes(app: App) {
  return {
    listWebhooks: route(endpoints.listWebhooks, async () => ({ items: await showWebhooks(app) })),

    createWebhook: route(endpoints.createWebhook, async ({ body, by }) =>
      describeChanged(app, await createWebhook(app, by, body)),
    ),

    changeWebhook: route(endpoints.changeWebhook, async ({ body, params, by }) =>
      describeChanged(app, await changeWebhook(app, by, params.id, body)),
    ),

    deleteWebhook: route(endpoints.deleteWebhook, async ({ params, by }) => {
      await removeWebhook(app, by, params.id)
      return null
    }),

    testWebhook: route(endpoints.testWebhook, async ({ params, by }) =>
      describeDelivery(await testWebhook(app, by, params.id)),
    ),

    listDeliveries: route(endpoints.listDeliveries, async ({ params, query }) => {
      const { id } = await requireWebhook(app, params.id)
      const { limit, after } = readPage(query, InstantAndId)
      const rows = await listDeliveries(app.db, id, { before: after, limit: limit + 1 })
      const { items, next } = toPage(rows, limit, (row) => [row.createdAt, row.id])
      return { items: items.map(describeDelivery), next }
    }),

    resendDelivery: route(endpoints.resendDelivery, async ({ params, by }) => {
      await resendDelivery(app, by, params.delivery)
      return null
    }),
  }
}
