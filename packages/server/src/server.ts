import type { endpoints, LauncherProtocol } from '@portal/contract'
import { routes as account } from './account/routes.ts'
import { routes as admin } from './admin/routes.ts'
import type { App } from './app.ts'
import { pageHead } from './content/home/page-head.ts'
import { routes as content } from './content/routes.ts'
import { routes as credentials } from './credentials/routes.ts'
import { routes as gameServers } from './game-servers/routes.ts'
import { endpointBuilder } from './guard/build-endpoint.ts'
import { createRequestGuard } from './guard/create-request-guard.ts'
import type { Route } from './http/route.ts'
import { buildServer } from './http/server.ts'
import { routes as imports } from './import/routes.ts'
import { routes as integrations } from './integrations/routes.ts'
import { createSigningKeyFor } from './integrations/yggdrasil/create-signing-key.ts'
import { openidMount } from './openid/mount-routes.ts'
import { routes as openid } from './openid/routes.ts'
import { routes as operations } from './operations/routes.ts'
import { routes as permissions } from './permissions/routes.ts'
import type { PageRequest } from './platform/document-head.ts'
import { routes as profiles } from './profiles/routes.ts'
import { routes as purchases } from './purchases/routes.ts'
import { routes as sessions } from './sessions/routes.ts'
import { apiLocation, siteBranding } from './settings/site-config.ts'
import { routes as signIn } from './sign-in/routes.ts'
import { routes as webhooks } from './webhooks/routes.ts'

export async function buildSite(app: App, routes: Route[] = Object.values(routesOf(app))) {
  const deps = {
    ...app,
    guard: await createRequestGuard(app),
    defaultLanguage: () => app.settings.last().defaultLanguage,
    branding: () => siteBranding(app),
    async protocolHeaders({ setting }: LauncherProtocol) {
      const settings = await app.settings.read()
      if (!setting) return {}
      return settings[setting] ? apiLocation(settings) : undefined
    },
    head: (page: PageRequest) => pageHead(app, page),
  }
  app.settings.onChange((settings) => createSigningKeyFor(app, settings))
  const builder = endpointBuilder(app)
  const server = await buildServer(
    deps,
    routes.map((route) => route.build(builder)),
    [openidMount(app)],
  )
  server.addHook('preClose', async () => app.eventStreams.stop()) // streams never end by themselves
  return server
}

type Endpoints = typeof endpoints

/** Returns the routes of all areas. An endpoint without a handler does not compile. */
function routesOf(app: App): { [Name in keyof Endpoints]: Route<Endpoints[Name]> } {
  return {
    ...permissions(app),
    ...sessions(app),
    ...profiles(app),
    ...credentials(app),
    ...signIn(app),
    ...account(app),
    ...purchases(app),
    ...content(app),
    ...integrations(app),
    ...openid(app),
    ...webhooks(app),
    ...admin(app),
    ...gameServers(app),
    ...imports(app),
    ...operations(app),
  }
}
