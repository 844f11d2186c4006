import { locale } from '../i18n/i18n.ts'
import { site } from '../site.ts'
import { amount } from './formats.ts'

/** The names of a player's two balances in the contract (docs/contract.md#balances). */
export type BalanceKind = (typeof BALANCES)[number]

export const BALANCES = ['real', 'virtual'] as const

export function balanceName(balance: BalanceKind): string {
  const config = site.value
  const [en, ru] =
    balance === 'real'
      ? [config?.moneyNameEn, config?.moneyNameRu]
      : [config?.bonusNameEn, config?.bonusNameRu]
  return (locale.value === 'ru' ? ru : en) ?? ''
}

/** Formats an amount with the site's currency symbol, if there is one: `12.50 ₽`. */
export function inBalance(balance: BalanceKind, value: number): string {
  const sign = balance === 'real' ? site.value?.moneySign : site.value?.bonusSign
  return sign ? `${amount(value)}\u00a0${sign}` : amount(value)
}

/** Formats an amount so that its balance is clear even without a symbol: `100 (Bonuses)`. */
export function ofBalance(balance: BalanceKind, value: number): string {
  const sign = balance === 'real' ? site.value?.moneySign : site.value?.bonusSign
  return sign ? inBalance(balance, value) : `${amount(value)} (${balanceName(balance)})`
}
