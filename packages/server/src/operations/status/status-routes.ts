import { endpoints, openApiDocument } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { siteConfig } from '../../settings/site-config.ts'
import { metricsRoute } from './metrics-route.ts'

const STOPPING_RETRY_SECONDS = 5

const OK = { status: 'ok' } as const

/** Routes that anyone may call: public keys, health, and the contract itself. */
export function publicRoutes(app: App): Route[] {
  let document: object | undefined
  return [
    route(endpoints.jwks, async () => ({ keys: await app.accessTokens.publicKeys() })),

    route(endpoints.siteConfig, async () =>
      siteConfig(app, await app.settings.read(), await app.waitsForOwner()),
    ),

    route(endpoints.live, async () => OK),

    route(endpoints.ready, async () => {
      if (app.isStopping()) {
        throw new Refusal('unavailable', { retryAfter: STOPPING_RETRY_SECONDS })
      }
      await app.proveWrites()
      return OK
    }),

    route(endpoints.openApi, async () => {
      const site = { url: app.config.publicUrl, version: app.version }
      document ??= Object.freeze(openApiDocument(Object.values(endpoints), site))
      return document
    }),

    metricsRoute(app),
  ]
}
