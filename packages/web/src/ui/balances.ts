import { locale } from '../i18n/i18n.ts'
import { site } from '../site.ts'
import { amount } from './formats.ts'

/** The two balances of a player, as the contract calls them (docs/contract.md#balances). */
export type Balance = 'real' | 'virtual'

/** The owner's name of a balance, in the reader's language. */
export function balanceName(balance: Balance): string {
  const config = site.value
  const [en, ru] =
    balance === 'real'
      ? [config?.moneyNameEn, config?.moneyNameRu]
      : [config?.bonusNameEn, config?.bonusNameRu]
  return (locale.value === 'ru' ? ru : en) ?? ''
}

/** An amount with the owner's sign behind it: `12.50 ₽`. Without a sign it is a bare number. */
export function inBalance(balance: Balance, value: number): string {
  const sign = balance === 'real' ? site.value?.moneySign : site.value?.bonusSign
  return sign ? `${amount(value)}\u00a0${sign}` : amount(value)
}

/** An amount that says of which balance it is, even if the owner chose no sign: `12.50 (Bonuses)`. */
export function ofBalance(balance: Balance, value: number): string {
  const sign = balance === 'real' ? site.value?.moneySign : site.value?.bonusSign
  return sign ? inBalance(balance, value) : `${amount(value)} (${balanceName(balance)})`
}
