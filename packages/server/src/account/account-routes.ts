import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../database/cursor.ts'
import { route } from '../http/route.ts'
import { isoInstant } from '../platform/clock.ts'
import { updateLocale } from '../players/player-store.ts'
import { checkUsername } from './names/check-username.ts'
import { listInvited } from './referral-store.ts'

export function accountRoutes(app: App) {
  return {
    listReferrals: route(endpoints.listReferrals, async ({ identity, query }) => {
      const { limit, after } = readPage(query, InstantAndId)
      const page = { before: after, limit: limit + 1 }
      const invited = await listInvited(app.db, identity.playerId, page)
      const { items, next } = toPage(invited, limit, ({ createdAt, id }) => [createdAt, id])
      const referrals = items.map(({ username, createdAt }) => ({
        username,
        createdAt: isoInstant(createdAt),
      }))
      return { items: referrals, next }
    }),

    changeLocale: route(endpoints.changeLocale, async ({ identity, body }) => {
      await updateLocale(app.db, identity.playerId, body.locale)
      return null
    }),

    checkUsername: route(endpoints.checkUsername, ({ params }) =>
      checkUsername(app, params.username),
    ),
  }
}
