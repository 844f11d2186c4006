import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { signInOnce, toKeptOpening } from '../../sign-in/sign-in-reply.ts'
import { requireSetup, setUpSite } from './set-up-site.ts'

export function setupRoutes(app: App): Route[] {
  return [
    route(endpoints.checkSetup, async ({ body, client, request }) => {
      await requireSetup(app, body.token)
      const { siteName, defaultLanguage } = await app.settings.read()
      const { publicUrl, databaseUrl, trustProxy } = app.config
      const way = await app.mailWays.read()
      return {
        siteName,
        defaultLanguage,
        publicUrl,
        database: databaseUrl ? ('PostgreSQL' as const) : ('SQLite' as const),
        mail: way.source !== 'none',
        mailFolder: mailFolder(app.config),
        address: client.ip,
        proxy: {
          trusted: trustProxy === false ? 'off' : String(trustProxy),
          forwardedFor: [request.headers['x-forwarded-for'] ?? []].flat().join(', '),
        },
      }
    }),

    route(endpoints.setUpSite, async ({ body, client, reply, once }) => {
      const opened = await once(app, (needs) => setUpSite(needs, body, client), toKeptOpening)
      return signInOnce(app, reply, opened)
    }),
  ]
}
