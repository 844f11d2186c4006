import { applyBalanceChange } from '../account/balance/change-balance.ts'
import type { App } from '../app.ts'
import type { Actor, AnonymousActor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { addGrant } from '../permissions/grants/create-grant.ts'
import type { Period } from '../permissions/grants/grant.ts'
import { lockEditable } from '../permissions/lock-editable.ts'
import { DAY } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { auditText, describeOwed } from './describe-reward.ts'
import { updateItem } from './item-store.ts'
import { actorOf, type Item, partOwed, type Reward, SHOP_NAMES, type Source } from './purchase.ts'
import { assignCallbacks } from './purchase-store.ts'
import { findReward } from './source-store.ts'

export type GiveDeps = Pick<App, 'config' | 'random'>

/** How an item changed a grant. A refund needs this to undo exactly that change. */
type Given = Pick<Item, 'grantId' | 'added' | 'formerEnd'>

const NOTHING_GIVEN: Given = { grantId: null, added: null, formerEnd: null }

/** Returns a unit of work whose audit entries, events and grants have the shop as their author. */
export function asShop(
  work: UnitOfWork<Actor | AnonymousActor>,
  source: Source,
): UnitOfWork<Actor> {
  const actor = actorOf(source)
  return {
    ...work,
    by: { actor, ip: null },
    audit: (action, target, values) => work.audit(action, target, { ip: null, ...values, actor }),
    emit: (type, data) => work.emit(type, data, actor),
  }
}

/**
 * Gives an item by the current mapping. If that is impossible, holds the item and records the problem. No event is
 * emitted for a held item.
 * @returns the item as stored
 */
export async function giveItem(
  app: GiveDeps,
  work: UnitOfWork<Actor | AnonymousActor>,
  item: Item,
  playerId: string,
): Promise<Item> {
  const shop = asShop(work, item.source)
  const { source, payment, product } = item
  const reward = await findReward(work.tx, source, product)
  const next: Item = reward
    ? await giveReward(app, shop, { ...item, playerId }, reward)
    : { ...item, playerId, problem: 'product' }
  await updateItem(work.tx, next)
  if (item.playerId === null) await assignCallbacks(work.tx, { source, payment, playerId })
  if (reward && next.state === 'given') {
    const given = describeOwed(item, reward)
    shop.audit('purchase.given', playerId, { after: auditText(item, { given }) })
    shop.emit('purchase.received', { player: playerId, source, payment, product, given })
  } else if (item.playerId === null) {
    shop.audit('purchase.held', playerId, { after: auditText(item, { problem: next.problem }) })
  }
  return next
}

/**
 * Gives a reward for an item: all of it or, after a dispute, the part that the dispute took.
 * @returns the item to store: given, or held with its problem
 */
export async function giveReward(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  item: Item & { playerId: string },
  reward: Reward,
): Promise<Item> {
  const isRank = reward.kind === 'group'
  try {
    const given = await give(app, shop, item, reward)
    const taken = isRank ? null : partOwed(item, reward)
    const times = { givenAt: shop.now, takenAt: null }
    return { ...item, ...given, state: 'given', problem: null, reward, taken, ...times }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // refuse before any statement has changed something
    return { ...item, state: 'held', problem: isRank ? 'rank' : 'limit' }
  }
}

async function give(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  item: Item & { playerId: string },
  reward: Reward,
): Promise<Given> {
  const { playerId, quantity } = item
  const part = partOwed(item, reward)
  if (reward.kind === 'nothing' || part === 0) return { ...NOTHING_GIVEN, added: 0 }
  if (reward.kind !== 'group') {
    await giveMoney(app, shop, { ...item, reward, cents: part ?? reward.cents * quantity })
    return NOTHING_GIVEN
  }
  const { group, days } = reward
  if (days === null) return giveRank(app, shop, playerId, { group, period: { forever: true } })
  const period = part === null ? { days: days * quantity } : { duration: part }
  return giveRank(app, shop, playerId, { group, period })
}

/**
 * Adds the money of a reward to the player's balance.
 * @throws Refusal if the balance would exceed its limit
 */
async function giveMoney(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  {
    playerId,
    reward,
    source,
    payment,
    cents,
  }: Item & { playerId: string; reward: Reward; cents: number },
): Promise<void> {
  await lockEditable(shop, playerId, 'panel.players.balance')
  await applyBalanceChange(shop, app.random, playerId, {
    realCents: reward.kind === 'real' ? cents : 0,
    virtualCents: reward.kind === 'virtual' ? cents : 0,
    reason: reasonOf(source, payment),
  })
}

export function reasonOf(source: Source, payment: string): string {
  return `${SHOP_NAMES[source]} ${payment}`
}

/**
 * Grants the rank of a reward to a player.
 * @throws Refusal if the rank does not exist or has panel permissions
 */
async function giveRank(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  playerId: string,
  { group, period }: { group: string; period: Exclude<Period, { until: number }> },
): Promise<Given> {
  const editable = await lockEditable(shop, playerId, 'panel.players.groups')
  const { grant, existing } = await addGrant(app, shop, editable, { grantable: { group }, period })
  const before = existing ? existing.expiresAt : grant.startsAt
  const isPermanent = grant.expiresAt === null
  return {
    grantId: grant.id,
    added: before === null || grant.expiresAt === null ? null : grant.expiresAt - before,
    formerEnd: isPermanent ? before : null,
  }
}

/** Returns the time that an item adds to a rank, in milliseconds; undefined if the item gives the rank permanently. */
export function absorbedTime({ reward, quantity }: Item): number | undefined {
  if (reward?.kind !== 'group' || reward.days === null) return undefined
  return reward.days * quantity * DAY
}
