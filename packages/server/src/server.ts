import type { Dialect } from '@portal/contract'
import { cabinetRoutes } from './account/account-routes.ts'
import { balanceRoutes } from './account/balance/balance-routes.ts'
import { consentRoutes } from './account/consent/consent-routes.ts'
import { deletionRoutes } from './account/deletion/deletion-routes.ts'
import { exportRoutes } from './account/export/export-routes.ts'
import { renameRoutes } from './account/names/rename-routes.ts'
import { registrationRoutes } from './account/registration/registration-routes.ts'
import { auditRoutes } from './admin/audit-log/audit-routes.ts'
import { banRoutes } from './admin/bans/ban-routes.ts'
import { mailRoutes } from './admin/mail/mail-routes.ts'
import { mailServerRoutes } from './admin/mail/mail-server-routes.ts'
import { overviewRoutes } from './admin/overview/overview-routes.ts'
import { playerRoutes } from './admin/players/player-routes.ts'
import { settingsRoutes } from './admin/settings/settings-routes.ts'
import type { App } from './app.ts'
import { homeRoutes } from './content/home/home-routes.ts'
import { pageHead } from './content/home/page-head.ts'
import { newsRoutes } from './content/news/news-routes.ts'
import { pageRoutes } from './content/pages/page-routes.ts'
import { pictureRoutes } from './content/pictures/picture-routes.ts'
import { identityRoutes } from './credentials/linked-accounts/identity-routes.ts'
import { providerRoutes } from './credentials/linked-accounts/provider-routes.ts'
import { passkeyRoutes } from './credentials/passkeys/passkey-routes.ts'
import { passwordRoutes } from './credentials/password/password-routes.ts'
import { twoFactorRoutes } from './credentials/two-factor/two-factor-routes.ts'
import { endpointBuilder } from './guard/build-endpoint.ts'
import { openDoor } from './guard/create-request-guard.ts'
import type { Route } from './http/route.ts'
import { buildServer } from './http/server.ts'
import { importRoutes } from './import/import-routes.ts'
import { apiKeyRoutes } from './integrations/api-keys/api-key-routes.ts'
import { connectionRoutes } from './integrations/launcher/connection-routes.ts'
import { launcherRoutes } from './integrations/launcher/launcher-routes.ts'
import { launcherPasswordRoutes } from './integrations/launcher-passwords/launcher-password-routes.ts'
import { azauthRoutes } from './integrations/protocols/azauth-routes.ts'
import { gmlRoutes } from './integrations/protocols/gml-routes.ts'
import { gameClientRoutes } from './integrations/yggdrasil/game-client-routes.ts'
import { makeKeyFor } from './integrations/yggdrasil/make-key.ts'
import { yggdrasilRoutes } from './integrations/yggdrasil/yggdrasil-routes.ts'
import { backupRoutes } from './operations/backup/backup-routes.ts'
import { doctorRoutes } from './operations/doctor-routes.ts'
import { probeRoutes } from './operations/probe/probe-routes.ts'
import { setupRoutes } from './operations/setup/setup-routes.ts'
import { publicRoutes } from './operations/status/status-routes.ts'
import { grantRoutes } from './permissions/grants/grant-routes.ts'
import { permissionRoutes } from './permissions/permission-routes.ts'
import { bundleRoutes } from './permissions/permission-sets/permission-set-routes.ts'
import type { PageAsked } from './platform/document-head.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { lookRoutes } from './profiles/saved-skin-routes.ts'
import { outfitRoutes, playerTextureRoutes, textureRoutes } from './profiles/texture-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { apiLocation, siteLook } from './settings/site-config.ts'
import { authRoutes } from './sign-in/sign-in-routes.ts'

/** Builds the whole site on an open app. It does not listen yet. */
export async function buildSite(app: App, routes = routesOf(app)) {
  const needs = {
    ...app,
    door: await openDoor(app),
    defaultLanguage: () => app.settings.last().defaultLanguage,
    look: () => siteLook(app),
    async dialectHeaders({ setting }: Dialect) {
      const settings = await app.settings.read()
      if (!setting) return {}
      return settings[setting] ? apiLocation(settings) : undefined
    },
    head: (page: PageAsked) => pageHead(app, page),
  }
  app.settings.watch((settings) => makeKeyFor(app, settings))
  const builder = endpointBuilder(app)
  return buildServer(
    needs,
    routes.map((route) => route.build(builder)),
  )
}

/** Lists every route of the site. */
function routesOf(app: App): Route[] {
  return [
    ...authRoutes(app),
    ...registrationRoutes(app),
    ...passwordRoutes(app),
    ...sessionRoutes(app),
    ...twoFactorRoutes(app),
    ...passkeyRoutes(app),
    ...identityRoutes(app),
    ...providerRoutes(app),
    ...consentRoutes(app),
    ...permissionRoutes(app),
    ...bundleRoutes(app),
    ...grantRoutes(app),
    ...playerRoutes(app),
    ...deletionRoutes(app),
    ...banRoutes(app),
    ...balanceRoutes(app),
    ...playerTextureRoutes(app),
    ...overviewRoutes(app),
    ...settingsRoutes(app),
    ...auditRoutes(app),
    ...mailRoutes(app),
    ...mailServerRoutes(app),
    ...doctorRoutes(app),
    ...backupRoutes(app),
    ...importRoutes(app),
    ...cabinetRoutes(app),
    ...renameRoutes(app),
    ...exportRoutes(app),
    ...profileRoutes(app),
    ...outfitRoutes(app),
    ...lookRoutes(app),
    ...textureRoutes(app),
    ...pictureRoutes(app),
    ...newsRoutes(app),
    ...pageRoutes(app),
    ...homeRoutes(app),
    ...apiKeyRoutes(app),
    ...launcherRoutes(app),
    ...connectionRoutes(app),
    ...probeRoutes(app),
    ...gmlRoutes(app),
    ...yggdrasilRoutes(app),
    ...azauthRoutes(app),
    ...gameClientRoutes(app),
    ...launcherPasswordRoutes(app),
    ...setupRoutes(app),
    ...publicRoutes(app),
  ]
}
