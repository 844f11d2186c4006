import { endpoints, openApiDocument } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { siteConfig } from '../../settings/site-config.ts'
import { metricsRoute } from './metrics-route.ts'

const STOPPING_RETRY_SECONDS = 5

const OK = { status: 'ok' } as const

export function statusRoutes(app: App) {
  let document: object | undefined
  return {
    jwks: route(endpoints.jwks, async () => ({ keys: await app.accessTokens.publicKeys() })),

    siteConfig: route(endpoints.siteConfig, async () =>
      siteConfig(app, await app.settings.read(), await app.needsSetup()),
    ),

    live: route(endpoints.live, async () => OK),

    ready: route(endpoints.ready, async () => {
      if (app.isStopping()) {
        throw new Refusal('unavailable', { retryAfter: STOPPING_RETRY_SECONDS })
      }
      await app.checkReadiness()
      return OK
    }),

    openApi: route(endpoints.openApi, async () => {
      const site = { url: app.config.publicUrl, version: app.version }
      document ??= Object.freeze(openApiDocument(Object.values(endpoints), site))
      return document
    }),

    metrics: metricsRoute(app),
  }
}
