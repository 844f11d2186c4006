import { applyBalanceChange } from '../account/balance/change-balance.ts'
import type { App } from '../app.ts'
import type { Actor, AnonymousActor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { addGrant } from '../permissions/grants/create-grant.ts'
import type { Period } from '../permissions/grants/grant.ts'
import { lockEditable } from '../permissions/lock-editable.ts'
import { DAY } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { auditText, describeReward } from './describe-reward.ts'
import { updateItem } from './item-store.ts'
import {
  actorOf,
  type Item,
  type ItemProblem,
  type Reward,
  SHOP_NAMES,
  type Source,
} from './purchase.ts'
import { assignCallbacks } from './purchase-store.ts'
import { findReward } from './source-store.ts'

export type GiveDeps = Pick<App, 'config' | 'random'>

/** How an item changed a grant, so that a refund can undo exactly that. */
export type Given = Pick<Item, 'grantId' | 'added' | 'formerEnd'>

export const NOTHING_GIVEN: Given = { grantId: null, added: null, formerEnd: null }

/** Returns a shop as the author of audit entries, events and grants. */
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
 * Gives an item by the current mapping, or records why that is impossible. A held item has no event yet.
 * @returns the item as stored
 */
export async function giveItem(
  app: GiveDeps,
  work: UnitOfWork<Actor | AnonymousActor>,
  item: Item,
  playerId: string,
): Promise<Item> {
  const shop = asShop(work, item.source)
  const { source, payment, product, quantity } = item
  const reward = (await findReward(work.tx, source, product)) ?? null
  const result = reward ? await give(app, shop, playerId, { ...item, reward }) : 'product'
  const isGiven = typeof result !== 'string'
  const next: Item = {
    ...item,
    playerId,
    ...(isGiven
      ? { ...result, state: 'given', problem: null, reward, givenAt: work.now }
      : { problem: result }),
  }
  await updateItem(work.tx, next)
  if (item.playerId === null) await assignCallbacks(work.tx, { source, payment, playerId })
  if (isGiven) {
    const given = describeReward(reward, quantity)
    shop.audit('purchase.given', playerId, { after: auditText(item, { given }) })
    shop.emit('purchase.received', { player: playerId, source, payment, product, given })
  } else if (item.playerId === null) {
    shop.audit('purchase.held', playerId, { after: auditText(item, { problem: next.problem }) })
  }
  return next
}

async function give(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  playerId: string,
  item: Item & { reward: Reward },
): Promise<Given | ItemProblem> {
  const { reward, quantity } = item
  try {
    if (reward.kind === 'nothing') return NOTHING_GIVEN
    if (reward.kind !== 'group') {
      await giveMoney(app, shop, playerId, { ...item, cents: reward.cents * quantity })
      return NOTHING_GIVEN
    }
    const { group, days } = reward
    const period = days === null ? { forever: true as const } : { days: days * quantity }
    return await giveRank(app, shop, playerId, { group, period })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return reward.kind === 'group' ? 'rank' : 'limit' // refused before any statement has changed something
  }
}

/** @throws Refusal if the balance would exceed its limit */
export async function giveMoney(
  app: GiveDeps,
  shop: UnitOfWork<Actor>,
  playerId: string,
  { reward, source, payment, cents }: Item & { cents: number },
): Promise<void> {
  await lockEditable(shop, playerId, 'panel.players.balance')
  await applyBalanceChange(shop, app.random, playerId, {
    realCents: reward?.kind === 'real' ? cents : 0,
    virtualCents: reward?.kind === 'virtual' ? cents : 0,
    reason: reasonOf(source, payment),
  })
}

export function reasonOf(source: Source, payment: string): string {
  return `${SHOP_NAMES[source]} ${payment}`
}

/** @throws Refusal if the rank does not exist or gives rights in the panel */
export async function giveRank(
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

/** Returns the milliseconds of an item that a permanent rank absorbed; undefined: it was given for good. */
export function absorbedTime({ reward, quantity }: Item): number | undefined {
  if (reward?.kind !== 'group' || reward.days === null) return undefined
  return reward.days * quantity * DAY
}
