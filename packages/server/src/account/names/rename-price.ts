import type { Settings } from '@portal/contract'
import { DAY } from '../../platform/clock.ts'

/** The price of a rename, in whole units of the two balances. */
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

/**
 * Returns the instant from which the player may change the name again; 0 if the player has never changed it.
 * @param last the instant of the last rename; undefined if there was none
 */
export function nextRenameAt(
  last: number | undefined,
  { renameDays }: Pick<Settings, 'renameDays'>,
): number {
  return last === undefined ? 0 : last + renameDays * DAY
}
