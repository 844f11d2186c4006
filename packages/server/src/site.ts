import type { Dialect } from '@portal/contract'
import { bundleRoutes } from './access/bundle/bundle-routes.ts'
import { grantRoutes } from './access/grant/grant-routes.ts'
import { permissionRoutes } from './access/permission-routes.ts'
import { apiKeyRoutes } from './api-key/api-key-routes.ts'
import type { App } from './app.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { backupRoutes } from './backup/backup-routes.ts'
import { banRoutes } from './ban/ban-routes.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { azauthRoutes } from './dialect/azauth/azauth-routes.ts'
import { gmlRoutes } from './dialect/gml/gml-routes.ts'
import { doctorRoutes } from './doctor/doctor-routes.ts'
import { endpointBuilder } from './door/build-endpoint.ts'
import { openDoor } from './door/open-door.ts'
import { publicRoutes } from './door/public-routes.ts'
import type { Route } from './door/route.ts'
import { exportRoutes } from './export/export-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { pageHead } from './home/page-head.ts'
import { buildServer } from './http/server.ts'
import { identityRoutes } from './identity/identity-routes.ts'
import { providerRoutes } from './identity/provider-routes.ts'
import { importRoutes } from './import/import-routes.ts'
import { connectionRoutes } from './launcher/connection-routes.ts'
import { launcherRoutes } from './launcher/launcher-routes.ts'
import { mailRoutes } from './mail/mail-routes.ts'
import { mailServerRoutes } from './mail/server/mail-server-routes.ts'
import { newsRoutes } from './news/news-routes.ts'
import { overviewRoutes } from './overview/overview-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { passkeyRoutes } from './passkey/passkey-routes.ts'
import { passwordRoutes } from './password/password-routes.ts'
import { pictureRoutes } from './picture/picture-routes.ts'
import type { PageAsked } from './platform/document-head.ts'
import { balanceRoutes } from './player/balance/balance-routes.ts'
import { cabinetRoutes } from './player/cabinet-routes.ts'
import { deletionRoutes } from './player/deletion/deletion-routes.ts'
import { playerRoutes } from './player/player-routes.ts'
import { renameRoutes } from './player/rename/rename-routes.ts'
import { probeRoutes } from './probe/probe-routes.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { registrationRoutes } from './registration/registration-routes.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { apiLocation, siteLook } from './settings/site-config.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { lookRoutes } from './texture/look-routes.ts'
import { outfitRoutes, playerTextureRoutes, textureRoutes } from './texture/texture-routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'
import { gameClientRoutes } from './yggdrasil/game-client-routes.ts'
import { launcherPasswordRoutes } from './yggdrasil/launcher-password-routes.ts'
import { makeKeyFor } from './yggdrasil/make-key.ts'
import { yggdrasilRoutes } from './yggdrasil/yggdrasil-routes.ts'

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
