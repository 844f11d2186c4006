import type { PurchaseReward } from '@portal/contract/event-types'
import type { App } from '../app.ts'
import { isoInstant } from '../platform/clock.ts'
import { listUsernames } from '../players/player-store.ts'
import { hookUrl } from './change-source.ts'
import { describeOwed, describeReward } from './describe-reward.ts'
import { countHeldItems } from './item-store.ts'
import { type ItemWithPurchase, listPurchaseItems, type PurchasePage } from './list-store.ts'
import { SOURCES, type Source } from './purchase.ts'
import { listMappings, listSources } from './source-store.ts'

export async function describeItems({ db }: Pick<App, 'db'>, items: readonly ItemWithPurchase[]) {
  const names = await listUsernames(
    db,
    items.map(({ playerId }) => playerId),
  )
  return items.map((item) => ({
    source: item.source,
    payment: item.payment,
    product: item.product,
    quantity: item.quantity,
    username: item.username,
    player: item.playerId,
    playerName: names.get(item.playerId ?? '') ?? null,
    state: item.state,
    paymentState: item.paymentState,
    problem: item.problem,
    given:
      item.state === 'held' && item.reward
        ? describeOwed(item, item.reward)
        : describeReward(item.reward, item.quantity),
    receivedAt: isoInstant(item.receivedAt),
  }))
}

export async function showPurchases(app: Pick<App, 'db'>, page: PurchasePage) {
  return describeItems(app, await listPurchaseItems(app.db, page))
}

export type SourceItem = {
  source: Source
  enabled: boolean
  /** The URL for the shop's callbacks; null until the shop is turned on for the first time. */
  url: string | null
  hasSecret: boolean
  products: { product: string; gives: PurchaseReward; held: number }[]
}

/** Describes all shops, also those that were never turned on. */
export async function showSources(app: Pick<App, 'db' | 'config'>): Promise<SourceItem[]> {
  const known = await listSources(app.db)
  const mappings = await listMappings(app.db)
  const held = await countHeldItems(app.db)
  return SOURCES.map((source) => {
    const found = known.find((one) => one.source === source)
    return {
      source,
      enabled: found?.isEnabled ?? false,
      url: found ? hookUrl(app, found) : null,
      hasSecret: (found?.secretSealed ?? null) !== null,
      products: mappings
        .filter((mapping) => mapping.source === source)
        .map(({ product, reward }) => ({
          product,
          gives: describeReward(reward, 1),
          held: held.get(`${source} ${product}`) ?? 0,
        })),
    }
  })
}
