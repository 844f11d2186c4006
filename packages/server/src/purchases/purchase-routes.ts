import { endpoints } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../app.ts'
import { KeyInstant, KeyText, readPage, toPage } from '../database/cursor.ts'
import { route } from '../http/route.ts'
import { Refusal } from '../platform/errors.ts'
import { requirePlayer } from '../players/require-player.ts'
import { changeSource, mapProduct, unmapProduct } from './change-source.ts'
import { describeItems, showSources } from './describe-purchases.ts'
import { assignPurchase, giveHeldOfProduct } from './give-held.ts'
import { listItemsOf, listPurchaseItems } from './list-store.ts'
import { parseReward } from './parse-reward.ts'
import { isSource, type Source } from './purchase.ts'

const Cursor = Type.Tuple([KeyInstant, KeyText, KeyText, KeyInstant])

export function purchaseRoutes(app: App) {
  const sources = async () => ({ items: await showSources(app) })
  return {
    listPurchases: route(endpoints.listPurchases, async ({ query }) => {
      const { limit, after } = readPage(query, Cursor)
      const page = { isHeldOnly: query.state === 'held', limit: limit + 1, before: after }
      const rows = await listPurchaseItems(app.db, page)
      const { items, next } = toPage(rows, limit, (item) => [
        item.receivedAt,
        item.source,
        item.payment,
        item.position,
      ])
      return { items: await describeItems(app, items), next }
    }),

    listPurchaseSources: route(endpoints.listPurchaseSources, sources),

    changePurchaseSource: route(endpoints.changePurchaseSource, async ({ params, body, by }) => {
      const { enabled: isEnabled, secret } = body
      await changeSource(app, by, requireShop(params.source), { isEnabled, secret })
      return sources()
    }),

    mapPurchaseProduct: route(endpoints.mapPurchaseProduct, async ({ params, body, by }) => {
      const source = requireShop(params.source)
      await mapProduct(app, by, { ...params, source, reward: parseReward(body) })
      return sources()
    }),

    unmapPurchaseProduct: route(endpoints.unmapPurchaseProduct, async ({ params, by }) => {
      await unmapProduct(app, by, { ...params, source: requireShop(params.source) })
      return null
    }),

    giveHeldPurchases: route(endpoints.giveHeldPurchases, ({ params, by }) =>
      giveHeldOfProduct(app, by, { ...params, source: requireShop(params.source) }),
    ),

    assignPurchase: route(endpoints.assignPurchase, async ({ body, by }) => {
      const player = await requirePlayer(app.db, body.player)
      const [first] = await assignPurchase(app, by, body, player)
      const items = first ? await listItemsOf(app.db, first.source, first.payment) : []
      return { items: await describeItems(app, items) }
    }),
  }
}

function requireShop(name: string): Source {
  if (isSource(name)) return name
  throw new Refusal('purchase.nosource')
}
