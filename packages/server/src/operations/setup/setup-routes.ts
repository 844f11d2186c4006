import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { signInFromStored, toStoredSignIn } from '../../sign-in/sign-in-reply.ts'
import { requireSetup, setUpSite } from './set-up-site.ts'

export function setupRoutes(app: App) {
  return {
    checkSetup: route(endpoints.checkSetup, async ({ body, client, request }) => {
      await requireSetup(app, body.token)
      const { siteName, defaultLanguage } = await app.settings.read()
      const { publicUrl, databaseUrl, trustProxy } = app.config
      const smtp = await app.smtpConfig.read()
      return {
        siteName,
        defaultLanguage,
        publicUrl,
        database: databaseUrl ? ('PostgreSQL' as const) : ('SQLite' as const),
        mail: smtp.source !== 'none',
        mailFolder: mailFolder(app.config),
        address: client.ip,
        proxy: {
          trusted: trustProxy === false ? 'off' : String(trustProxy),
          forwardedFor: [request.headers['x-forwarded-for'] ?? []].flat().join(', '),
        },
      }
    }),

    setUpSite: route(endpoints.setUpSite, async ({ body, client, reply, idempotent }) => {
      const opened = await idempotent(app, (deps) => setUpSite(deps, body, client), toStoredSignIn)
      return signInFromStored(app, reply, opened)
    }),
  }
}
