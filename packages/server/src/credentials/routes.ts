import type { App } from '../app.ts'
import { identityRoutes } from './linked-accounts/identity-routes.ts'
import { providerRoutes } from './linked-accounts/provider-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { passwordRoutes } from './password/password-routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'

export const routes = (app: App) => ({
  ...identityRoutes(app),
  ...providerRoutes(app),
  ...passkeyRoutes(app),
  ...passwordRoutes(app),
  ...twoFactorRoutes(app),
})
