import { endpoints } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { listBalanceEntries } from './balance-store.ts'
import { changeBalance } from './change-balance.ts'
import { describeEntries } from './describe-entries.ts'
import { amountOf } from './money.ts'
import { readAmounts } from './read-amounts.ts'

/** Routes for players' balances and the ledger of their changes. */
export function balanceRoutes(app: App): Route[] {
  return [
    route(endpoints.changeBalance, ({ params, body, by, once }) =>
      once(
        app,
        async (needs) => {
          const player = await requirePlayer(app.db, params.uuid)
          const wanted = { ...readAmounts(body), reason: body.reason.trim() }
          return changeBalance(needs, by, player.id, wanted)
        },
        ({ realCents, virtualCents }) => ({
          real: amountOf(realCents),
          virtual: amountOf(virtualCents),
        }),
      ),
    ),

    route(endpoints.showBalance, async ({ params, query }) => {
      const { id, realCents, virtualCents } = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, Type.Tuple([KeyText]))
      const page = { beforeId: after?.[0], limit: limit + 1 }
      const entries = await listBalanceEntries(app.db, id, page)
      const { items, next } = toPage(entries, limit, (entry) => [entry.id])
      const held = { real: amountOf(realCents), virtual: amountOf(virtualCents) }
      return { ...held, items: await describeEntries(app.db, items), next }
    }),
  ]
}
