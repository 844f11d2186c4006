import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { agree } from './give-consent.ts'
import { describeConsents, describeOwed } from './show-consents.ts'

export function consentRoutes(app: App): Route[] {
  return [
    route(endpoints.listOwed, ({ identity }) => describeOwed(app, identity.playerId)),

    route(endpoints.agree, async ({ by, body }) => {
      await agree(app, by, body)
      return describeOwed(app, by.actor)
    }),

    route(endpoints.listPlayerConsents, async ({ params }) =>
      describeConsents(app, await requirePlayer(app.db, params.uuid)),
    ),
  ]
}
