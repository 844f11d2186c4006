import type { PurchaseReward } from '@portal/contract/event-types'
import { amountOf } from '../account/balance/money.ts'
import { DAY } from '../platform/clock.ts'
import { type Item, type ItemKey, partOwed, type Reward } from './purchase.ts'

/** Describes what `quantity` pieces of a product give. */
export function describeReward(reward: Reward | null, quantity: number): PurchaseReward {
  if (!reward || reward.kind === 'nothing') return null
  if (reward.kind !== 'group')
    return { currency: reward.kind, amount: amountOf(reward.cents * quantity) }
  return { group: reward.group, days: reward.days === null ? null : reward.days * quantity }
}

/**
 * Describes a part of what an item gave.
 * @param part milliseconds of a rank, or hundredths of a currency; null: a permanent rank
 * @returns null if the part is 0 or the item gave nothing
 */
export function describePart(
  { reward }: Pick<Item, 'reward'>,
  part: number | null,
): PurchaseReward {
  if (!reward || reward.kind === 'nothing' || part === 0) return null
  if (reward.kind !== 'group') return { currency: reward.kind, amount: amountOf(part ?? 0) }
  return { group: reward.group, days: part === null ? null : daysOf(part) }
}

/** Describes what an item gets by a reward: all of it or, after a dispute, the part that the dispute took. */
export function describeOwed(item: Item, reward: Reward): PurchaseReward {
  const part = partOwed(item, reward)
  return part === null ? describeReward(reward, item.quantity) : describePart({ reward }, part)
}

function daysOf(duration: number): number {
  return Math.round((duration / DAY) * 100) / 100
}

/** Returns the text of an audit entry. It contains no player name, because audit entries outlive players. */
export function auditText(
  { source, payment, product }: ItemKey & Pick<Item, 'product'>,
  values: Record<string, unknown> = {},
): string {
  return JSON.stringify({ source, payment, product, ...values })
}
