import type { SettingRow } from '../setting.ts'

const NAME = {
  kind: 'line',
  most: 32,
  holds: '1 to 32 characters on one line',
  isPublic: true,
  card: 'balances',
  wrong: {
    en: 'A name must be 1 to 32 characters on one line.',
    ru: 'Название — от 1 до 32 символов в одну строку.',
  },
} as const
const SIGN = {
  kind: 'line',
  default: '',
  least: 0,
  most: 8,
  holds: 'up to 8 characters on one line, or nothing',
  isPublic: true,
  card: 'balances',
  hint: {
    en: 'Stands behind the amount, for example ₽ or coins. Leave empty for none.',
    ru: 'Стоит после суммы, например ₽ или монет. Можно не указывать.',
  },
  wrong: {
    en: 'A sign may have at most 8 characters.',
    ru: 'В знаке может быть не больше 8 символов.',
  },
} as const

/** What the two balances of a player are called, and whether players see them. */
export const balanceSettingRows = {
  showBalances: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: true,
    card: 'balances',
    label: { en: 'Players see their balances', ru: 'Игроки видят свой баланс' },
  },
  moneyNameEn: {
    ...NAME,
    default: 'Money',
    label: { en: 'First balance, in English', ru: 'Первый баланс по-английски' },
  },
  moneyNameRu: {
    ...NAME,
    default: 'Деньги',
    label: { en: 'First balance, in Russian', ru: 'Первый баланс по-русски' },
  },
  moneySign: { ...SIGN, label: { en: 'Sign of the first balance', ru: 'Знак первого баланса' } },
  bonusNameEn: {
    ...NAME,
    default: 'Bonuses',
    label: { en: 'Second balance, in English', ru: 'Второй баланс по-английски' },
  },
  bonusNameRu: {
    ...NAME,
    default: 'Бонусы',
    label: { en: 'Second balance, in Russian', ru: 'Второй баланс по-русски' },
  },
  bonusSign: { ...SIGN, label: { en: 'Sign of the second balance', ru: 'Знак второго баланса' } },
  topUpUrl: {
    kind: 'link',
    default: '',
    holds: 'an https address, or nothing',
    isPublic: true,
    opensDoors: true,
    card: 'balances',
    label: { en: 'Where players top up', ru: 'Где пополнить баланс' },
    hint: {
      en: 'A link beside the balance, for example to your shop.',
      ru: 'Ссылка рядом с балансом, например на ваш магазин.',
    },
    wrong: {
      en: 'Enter an address that starts with https://.',
      ru: 'Укажите адрес, который начинается с https://.',
    },
  },
} as const satisfies Record<string, SettingRow>
