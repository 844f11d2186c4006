import type { Settings } from '@portal/contract'
import { DAY } from '../../platform/clock.ts'

/** What a change of name costs, in whole units of the two balances. */
export type Price = { real: number; virtual: number }

export function priceOf({
  renamePrice,
  renameBonusPrice,
}: Pick<Settings, 'renamePrice' | 'renameBonusPrice'>): Price {
  return { real: renamePrice, virtual: renameBonusPrice }
}

export function isFree({ real, virtual }: Price): boolean {
  return real === 0 && virtual === 0
}

/** When a player may change their name again. @param last when they did; undefined if they never did. */
export function nextRenameAt(
  last: number | undefined,
  { renameDays }: Pick<Settings, 'renameDays'>,
): number {
  return last === undefined ? 0 : last + renameDays * DAY
}
