import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeProvider, createProvider, removeProvider } from './change-provider.ts'
import { describeProvider, requireExistingProvider, showProviders } from './list-providers.ts'
import { testProvider } from './provider-client.ts'

export function providerRoutes(app: App) {
  return {
    listIdentityProviders: route(endpoints.listIdentityProviders, ({ by }) =>
      showProviders(app, by),
    ),

    createIdentityProvider: route(endpoints.createIdentityProvider, async ({ by, body }) =>
      describeProvider(app, await createProvider(app, by, body)),
    ),

    changeIdentityProvider: route(endpoints.changeIdentityProvider, async ({ by, params, body }) =>
      describeProvider(app, await changeProvider(app, by, params.slug, body)),
    ),

    deleteIdentityProvider: route(endpoints.deleteIdentityProvider, async ({ by, params }) => {
      await removeProvider(app, by, params.slug)
      return null
    }),

    testIdentityProvider: route(endpoints.testIdentityProvider, async ({ params }) => {
      const reason = await testProvider(app, await requireExistingProvider(app, params.slug))
      return { reached: reason === null, reason }
    }),
  }
}
