import type { PurchaseReward } from '@portal/contract/event-types'
import { applyBalanceChange } from '../account/balance/change-balance.ts'
import type { Actor, AnonymousActor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import { lockPlayer } from '../players/player-store.ts'
import { auditText, describePart, describeReward } from './describe-reward.ts'
import {
  asShop,
  type GiveDeps,
  type Given,
  giveMoney,
  giveRank,
  NOTHING_GIVEN,
  reasonOf,
} from './give-item.ts'
import { updateItem } from './item-store.ts'
import type { Item, ItemProblem, Taken } from './purchase.ts'
import { takeRank } from './take-rank.ts'

type Work = UnitOfWork<Actor | AnonymousActor>

/**
 * Takes back what an item gave, because its payment was refunded or is disputed. An item that was not given yet is
 * never given once its payment is refunded.
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
  const given = changed ? partOf(item, taken) : null
  const values = { taken: given, rest: isRepeated ? null : partOf(item, rest) }
  shop.audit(isFinal ? 'purchase.refunded' : 'purchase.disputed', playerId, {
    after: auditText(item, item.state === 'held' ? {} : values),
  })
  const wasReceived = item.state === 'given' || item.state === 'ended'
  if (playerId !== null && wasReceived) {
    shop.emit('purchase.refunded', { player: playerId, source, payment, product, given })
  }
}

const NOTHING_TAKEN: Taken = { taken: 0, rest: 0, changed: false }

function stateAfter({ state }: Item, isFinal: boolean): Item['state'] {
  if (state === 'given' || state === 'ended') return 'taken'
  return state === 'held' && isFinal ? 'void' : state
}

function partOf(item: Item, part: number | null): PurchaseReward {
  return part === 0 ? null : describePart(item, part)
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

/** Gives back what was taken when a dispute was opened, or records why that is not possible. */
export async function restoreItem(app: GiveDeps, work: Work, item: Item): Promise<void> {
  const { playerId, source, payment, product, reward, taken, quantity } = item
  if (item.state !== 'taken' || playerId === null) return
  const shop = asShop(work, source)
  const result = await giveBack(app, shop, playerId, item)
  if (!result) {
    const problem: ItemProblem = reward?.kind === 'group' ? 'rank' : 'limit'
    shop.audit('purchase.restored', playerId, { after: auditText(item, { given: null, problem }) })
    return
  }
  await updateItem(work.tx, {
    ...item,
    ...result,
    state: 'given',
    taken: reward?.kind === 'group' ? null : taken,
    givenAt: work.now,
    takenAt: null,
  })
  const given = taken === null ? describeReward(reward, quantity) : partOf(item, taken)
  shop.audit('purchase.restored', playerId, { after: auditText(item, { given }) })
  shop.emit('purchase.received', { player: playerId, source, payment, product, given })
}

/** @returns undefined if the player was deleted, or the rank can no longer be given */
async function giveBack(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  playerId: string,
  item: Item,
): Promise<Given | undefined> {
  const { reward, taken, quantity } = item
  try {
    if (!reward || reward.kind === 'nothing' || taken === 0) return { ...NOTHING_GIVEN, added: 0 }
    if (reward.kind !== 'group') {
      await giveMoney(app, shop, playerId, { ...item, cents: taken ?? 0 })
      return NOTHING_GIVEN
    }
    const { group, days } = reward
    if (days === null)
      return await giveRank(app, shop, playerId, { group, period: { forever: true } })
    const period = taken === null ? { days: days * quantity } : { duration: taken }
    return await giveRank(app, shop, playerId, { group, period })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Ends the rank of a subscription that has ended. Money stays. */
export async function endItem(app: GiveDeps, work: Work, item: Item): Promise<void> {
  if (item.state !== 'given' || item.reward?.kind !== 'group') return
  const shop = asShop(work, item.source)
  const { taken, changed } = await take(app, shop, item)
  await updateItem(work.tx, { ...item, state: 'ended', taken, takenAt: work.now })
  shop.audit('purchase.ended', item.playerId, {
    after: auditText(item, { taken: changed ? partOf(item, taken) : null }),
  })
}
