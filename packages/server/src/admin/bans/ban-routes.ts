import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { InstantAndId, readPage, toPage } from '../../database/cursor.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { banPlayer, unbanPlayer } from './ban-player.ts'
import { listBans } from './ban-store.ts'
import { describeBan, describeBans } from './describe-ban.ts'
import { parseBan } from './parse-ban.ts'
import { parseBanReasons } from './parse-ban-reasons.ts'

export function banRoutes(app: App) {
  return {
    banPlayer: route(endpoints.banPlayer, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (needs) => {
          const player = await requirePlayer(app.db, params.uuid)
          return banPlayer(needs, by, player.id, parseBan(body))
        },
        (ban, db) => describeBan({ db, clock: app.clock }, ban),
      ),
    ),

    unbanPlayer: route(endpoints.unbanPlayer, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await unbanPlayer(app, by, player.id)
      return null
    }),

    listBanReasons: route(endpoints.listBanReasons, async () => {
      const { banReasons } = await app.settings.read()
      const reasons = parseBanReasons(banReasons)
      return { items: reasons.map(({ en }) => en), reasons }
    }),

    listBans: route(endpoints.listBans, async ({ params, query }) => {
      const player = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, InstantAndId)
      const bans = await listBans(app.db, player.id, { before: after, limit: limit + 1 })
      const { items, next } = toPage(bans, limit, ({ createdAt, id }) => [createdAt, id])
      return { items: await describeBans(app, items), next }
    }),
  }
}
