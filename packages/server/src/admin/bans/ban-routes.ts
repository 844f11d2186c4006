import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { InstantAndId, readPage, toPage } from '../../database/cursor.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { banPlayer, unbanPlayer } from './ban-player.ts'
import { listBans } from './ban-store.ts'
import { describeBan, describeBans } from './describe-ban.ts'
import { readBan } from './parse-ban.ts'

/** Routes for banning players and for the history of their bans. */
export function banRoutes(app: App): Route[] {
  return [
    route(endpoints.banPlayer, ({ params, body, by, once }) =>
      once(
        app,
        async (needs) => {
          const player = await requirePlayer(app.db, params.uuid)
          return banPlayer(needs, by, player.id, readBan(body))
        },
        (ban, db) => describeBan({ db, clock: app.clock }, ban),
      ),
    ),

    route(endpoints.unbanPlayer, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await unbanPlayer(app, by, player.id)
      return null
    }),

    route(endpoints.listBans, async ({ params, query }) => {
      const player = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, InstantAndId)
      const bans = await listBans(app.db, player.id, { before: after, limit: limit + 1 })
      const { items, next } = toPage(bans, limit, ({ createdAt, id }) => [createdAt, id])
      return { items: await describeBans(app, items), next }
    }),
  ]
}
