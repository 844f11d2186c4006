import { endpoints } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { listBalanceEntries } from './balance-store.ts'
import { changeBalance } from './change-balance.ts'
import { describeEntries } from './describe-entries.ts'
import { amountOf } from './money.ts'
import { parseAmounts } from './parse-amounts.ts'

export function balanceRoutes(app: App) {
  return {
    changeBalance: route(endpoints.changeBalance, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => {
          const player = await requirePlayer(app.db, params.uuid)
          const balanceChange = { ...parseAmounts(body), reason: body.reason.trim() }
          return changeBalance(deps, by, player.id, balanceChange)
        },
        ({ realCents, virtualCents }) => ({
          real: amountOf(realCents),
          virtual: amountOf(virtualCents),
        }),
      ),
    ),

    showBalance: route(endpoints.showBalance, async ({ params, query }) => {
      const { id, realCents, virtualCents } = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, Type.Tuple([KeyText]))
      const page = { beforeId: after?.[0], limit: limit + 1 }
      const entries = await listBalanceEntries(app.db, id, page)
      const { items, next } = toPage(entries, limit, (entry) => [entry.id])
      const balances = { real: amountOf(realCents), virtual: amountOf(virtualCents) }
      return { ...balances, items: await describeEntries(app.db, items), next }
    }),
  }
}
