import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { giveConsent } from './give-consent.ts'
import { describeConsents, describePendingConsents } from './show-consents.ts'

export function consentRoutes(app: App) {
  return {
    listOwed: route(endpoints.listOwed, ({ identity }) =>
      describePendingConsents(app, identity.playerId),
    ),

    agree: route(endpoints.agree, async ({ by, body }) => {
      await giveConsent(app, by, body)
      return describePendingConsents(app, by.actor)
    }),

    listPlayerConsents: route(endpoints.listPlayerConsents, async ({ params }) =>
      describeConsents(app, await requirePlayer(app.db, params.uuid)),
    ),
  }
}
