import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { changeKey, existingKey, revokeKey } from './change-key.ts'
import { createKey } from './create-key.ts'
import { listKeys, toKeyItem } from './list-keys.ts'
import { warningsOf } from './read-details.ts'

export function apiKeyRoutes(app: App): Route[] {
  return [
    route(endpoints.listApiKeys, ({ query }) => listKeys(app, query)),

    route(endpoints.createApiKey, async ({ body, identity, client }) => {
      const by = { actor: identity.playerId, ip: client.ip }
      const { key, secret } = await createKey(app, body, by)
      return { ...toKeyItem(key), key: secret, warnings: warningsOf(key) }
    }),

    route(endpoints.showApiKey, async ({ params }) => toKeyItem(await existingKey(app, params.id))),

    route(endpoints.changeApiKey, async ({ body, params, identity, client }) => {
      const by = { actor: identity.playerId, ip: client.ip }
      const key = await changeKey(app, params.id, body, by)
      return { ...toKeyItem(key), warnings: warningsOf(key) }
    }),

    route(endpoints.revokeApiKey, async ({ params, identity, client }) => {
      await revokeKey(app, params.id, { actor: identity.playerId, ip: client.ip })
      return null
    }),
  ]
}
