import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { changeProvider, createProvider, removeProvider } from './change-provider.ts'
import { describeProvider, existingProvider, showProviders } from './list-providers.ts'
import { troubleWith } from './provider-client.ts'

export function providerRoutes(app: App): Route[] {
  return [
    route(endpoints.listIdentityProviders, ({ by }) => showProviders(app, by)),

    route(endpoints.createIdentityProvider, async ({ by, body }) =>
      describeProvider(app, await createProvider(app, by, body)),
    ),

    route(endpoints.changeIdentityProvider, async ({ by, params, body }) =>
      describeProvider(app, await changeProvider(app, by, params.slug, body)),
    ),

    route(endpoints.deleteIdentityProvider, async ({ by, params }) => {
      await removeProvider(app, by, params.slug)
      return null
    }),

    route(endpoints.testIdentityProvider, async ({ params }) => {
      const reason = await troubleWith(app, await existingProvider(app, params.slug))
      return { reached: reason === null, reason }
    }),
  ]
}
