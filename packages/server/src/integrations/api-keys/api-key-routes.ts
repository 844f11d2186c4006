import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { changeKey, existingKey, revokeKey } from './change-key.ts'
import { createKey } from './create-key.ts'
import { showKeys, toKeyItem } from './list-keys.ts'
import { warningsOf } from './read-details.ts'

export function apiKeyRoutes(app: App): Route[] {
  return [
    route(endpoints.listApiKeys, ({ query, by }) => showKeys(app, by, query)),

    route(endpoints.createApiKey, ({ body, by, once }) =>
      once(
        app,
        (needs) => createKey(needs, by, body),
        ({ key, secret }) => ({ ...toKeyItem(key), key: secret, warnings: warningsOf(key) }),
      ),
    ),

    route(endpoints.showApiKey, async ({ params }) => toKeyItem(await existingKey(app, params.id))),

    route(endpoints.changeApiKey, async ({ body, params, by }) => {
      const key = await changeKey(app, by, params.id, body)
      return { ...toKeyItem(key), warnings: warningsOf(key) }
    }),

    route(endpoints.revokeApiKey, async ({ params, by }) => {
      await revokeKey(app, by, params.id)
      return null
    }),
  ]
}
