import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { balanceName, inBalance } from '../../../ui/balances.ts'

export type PurchaseItem = Reply<'listPurchases'>['items'][number]
export type Shop = Reply<'listPurchaseSources'>['items'][number]
export type RankName = { id: string; name: string }

/** Describes a reward: `VIP, 30 days`, `Bonuses: 100`. A deleted rank has only its ID. */
export function rewardText(reward: PurchaseItem['given'], ranks: readonly RankName[]): string {
  if (reward === null) return t('purchasesPage.nothing')
  if ('currency' in reward) {
    const { currency, amount } = reward
    return `${balanceName(currency)}: ${inBalance(currency, amount)}`
  }
  const name = ranks.find(({ id }) => id === reward.group)?.name ?? reward.group
  const { days } = reward
  return `${name}, ${days === null ? t('overview.forever') : t('playerPage.days', days)}`
}
