import { applyBalanceChange } from '../account/balance/change-balance.ts'
import type { Actor, AnonymousActor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { lockPlayer } from '../players/player-store.ts'
import { auditText, describeOwed, describePart } from './describe-reward.ts'
import { asShop, type GiveDeps, giveReward, reasonOf } from './give-item.ts'
import { updateItem } from './item-store.ts'
import type { Item, Taken } from './purchase.ts'
import { takeRank } from './take-rank.ts'

type Work = UnitOfWork<Actor | AnonymousActor>

/**
 * Takes back what an item gave, because its payment was refunded or is disputed. If the payment of a held item is
 * refunded, the item is never given.
 */
export async function takeItem(
  app: GiveDeps,
  work: Work,
  item: Item,
  why: 'refunded' | 'disputed',
): Promise<void> {
  const shop = asShop(work, item.source)
  const isFinal = why === 'refunded'
  const { taken, rest, changed } =
    item.state === 'given' ? await take(app, shop, item) : NOTHING_TAKEN
  const state = stateAfter(item, isFinal)
  if (state !== item.state) {
    await updateItem(work.tx, { ...item, state, taken, takenAt: work.now })
  }
  const { playerId, source, payment, product } = item
  const isRepeated = item.state === 'taken' || item.state === 'ended'
  const given = changed ? describePart(item, taken) : null
  const values = { taken: given, rest: isRepeated ? null : describePart(item, rest) }
  shop.audit(isFinal ? 'purchase.refunded' : 'purchase.disputed', playerId, {
    after: auditText(item, item.state === 'held' ? {} : values),
  })
  const wasReceived = item.state === 'given' || item.state === 'ended'
  if (playerId !== null && wasReceived) {
    shop.emit('purchase.refunded', { player: playerId, source, payment, product, given })
  }
}

const NOTHING_TAKEN: Taken = { taken: 0, rest: 0, changed: false }

function stateAfter({ state, givenAt }: Item, isFinal: boolean): Item['state'] {
  if (state === 'given' || state === 'ended') return 'taken'
  if (state !== 'held' || !isFinal) return state
  return givenAt === null ? 'void' : 'taken' // a held item with `givenAt` was given before, and taken back by a dispute
}

async function take(app: GiveDeps, shop: UnitOfWork<Actor>, item: Item): Promise<Taken> {
  const { reward, playerId } = item
  if (playerId === null || !reward || reward.kind === 'nothing') return NOTHING_TAKEN
  const player = await lockPlayer(shop.tx, playerId)
  if (!player) return NOTHING_TAKEN
  if (reward.kind === 'group') return takeRank(shop, playerId, item)

  const cents = item.taken ?? reward.cents * item.quantity
  const balance = reward.kind === 'real' ? player.realCents : player.virtualCents
  const taken = Math.min(Math.max(balance, 0), cents)
  if (taken > 0) {
    await applyBalanceChange(shop, app.random, playerId, {
      realCents: reward.kind === 'real' ? -taken : 0,
      virtualCents: reward.kind === 'virtual' ? -taken : 0,
      reason: reasonOf(item.source, item.payment),
    })
  }
  return { taken, rest: cents - taken, changed: taken > 0 }
}

/**
 * After a dispute is won, gives an item back what the dispute took. If that is not possible, holds the item, so that
 * staff can give it.
 */
export async function restoreItem(app: GiveDeps, work: Work, item: Item): Promise<void> {
  const { playerId, source, payment, product, reward } = item
  if (item.state !== 'taken' || playerId === null || !reward) return
  const shop = asShop(work, source)
  const next = await giveReward(app, shop, { ...item, playerId }, reward)
  await updateItem(work.tx, next)
  if (next.state === 'held') {
    const { problem } = next
    shop.audit('purchase.restored', playerId, { after: auditText(item, { given: null, problem }) })
    return
  }
  const given = describeOwed(item, reward)
  shop.audit('purchase.restored', playerId, { after: auditText(item, { given }) })
  shop.emit('purchase.received', { player: playerId, source, payment, product, given })
}

/**
 * Ends the rank of an item whose subscription has ended. A rank that is held or was taken by a dispute is not given
 * later. Money is not taken back, and held money is still given.
 */
export async function endItem(app: GiveDeps, work: Work, item: Item): Promise<void> {
  const isMoney = item.reward !== null && item.reward.kind !== 'group'
  if (isMoney) return
  const shop = asShop(work, item.source)
  const isOwed = (item.state === 'taken' || item.state === 'held') && item.taken !== 0
  if (isOwed) {
    await updateItem(work.tx, { ...item, taken: 0 })
    shop.audit('purchase.ended', item.playerId, { after: auditText(item, { taken: null }) })
  }
  if (item.state !== 'given') return
  const { taken, changed } = await take(app, shop, item)
  await updateItem(work.tx, { ...item, state: 'ended', taken, takenAt: work.now })
  shop.audit('purchase.ended', item.playerId, {
    after: auditText(item, { taken: changed ? describePart(item, taken) : null }),
  })
}
