import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeKey, existingKey, revokeKey } from './change-key.ts'
import { createKey } from './create-key.ts'
import { showKeys, toKeyItem } from './list-keys.ts'
import { warningsOf } from './parse-key-details.ts'

export function apiKeyRoutes(app: App) {
  return {
    listApiKeys: route(endpoints.listApiKeys, ({ query, by }) => showKeys(app, by, query)),

    createApiKey: route(endpoints.createApiKey, ({ body, by, idempotent }) =>
      idempotent(
        app,
        (needs) => createKey(needs, by, body),
        ({ key, secret }) => ({ ...toKeyItem(key), key: secret, warnings: warningsOf(key) }),
      ),
    ),

    showApiKey: route(endpoints.showApiKey, async ({ params }) =>
      toKeyItem(await existingKey(app, params.id)),
    ),

    changeApiKey: route(endpoints.changeApiKey, async ({ body, params, by }) => {
      const key = await changeKey(app, by, params.id, body)
      return { ...toKeyItem(key), warnings: warningsOf(key) }
    }),

    revokeApiKey: route(endpoints.revokeApiKey, async ({ params, by }) => {
      await revokeKey(app, by, params.id)
      return null
    }),
  }
}
