import type { SettingDefinition } from '../setting.ts'

export const registrationSettings = {
  registrationOpen: {
    kind: 'flag',
    default: true,
    description: 'whether visitors can create accounts',
    isPublic: true,
    requiresReauthentication: true,
    card: 'registration',
    label: { en: 'Registration is open', ru: 'Регистрация открыта' },
  },
  emailConfirmation: {
    kind: 'flag',
    default: false, // on while SMTP_URL is set: see the server's settings/setting.ts
    description:
      'whether new players confirm their address with a code; on by default while SMTP_URL is set',
    isPublic: true,
    requiresReauthentication: true,
    card: 'registration',
    label: { en: 'New players confirm their e-mail', ru: 'Новые игроки подтверждают почту' },
    hint: {
      en: 'They get a code by e-mail and can do nothing else until they enter it.',
      ru: 'Им придёт письмо с кодом. Пока код не введён, остальное недоступно.',
    },
  },
  unconfirmedDays: {
    kind: 'number',
    default: 14,
    unit: 'days',
    zero: 'never',
    description: 'days until an unconfirmed account is deleted',
    most: 365,
    isPublic: false,
    card: 'registration',
    label: { en: 'Days to confirm', ru: 'Срок подтверждения, дней' },
    hint: {
      en: 'After that the account is deleted, and its name and e-mail are available again. 0 means never.',
      ru: 'Потом аккаунт удаляется, а ник и почта снова свободны. 0 — не удалять.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

const PRICE = {
  kind: 'number',
  default: 0,
  most: 1_000_000,
  zero: 'nothing',
  isPublic: false,
  card: 'names',
} as const

/** Whether players may change their names, how often, and for how much (docs/contract.md#names). */
export const nameSettings = {
  renaming: {
    kind: 'flag',
    default: false,
    description: 'whether players may change their names',
    isPublic: false,
    card: 'names',
    label: { en: 'Players may change their names', ru: 'Игроки могут менять ник' },
    hint: {
      en: 'On servers that identify players by name (offline mode, without the UUIDs of this site), inventory, homes and ranks stay with the old name.',
      ru: 'Если серверы узнают игроков по нику (офлайн-режим, без UUID этого сайта), инвентарь, дома и привилегии останутся у старого ника.',
    },
  },
  renameWarning: {
    kind: 'flag',
    default: true,
    description: 'whether the page warns that items may stay with the old name',
    isPublic: false,
    card: 'names',
    label: {
      en: 'Warn players that items may stay with the old name',
      ru: 'Предупреждать, что вещи могут остаться у старого ника',
    },
    hint: {
      en: 'Turn it off only if your servers use the UUIDs of this site: then nothing is lost.',
      ru: 'Отключайте, только если серверы берут UUID с этого сайта: тогда ничего не теряется.',
    },
  },
  renameDays: {
    kind: 'number',
    default: 30,
    unit: 'days',
    description: 'days from one change to the next',
    least: 1,
    most: 3650,
    isPublic: false,
    card: 'names',
    label: { en: 'Days between changes', ru: 'Дней между сменами' },
  },
  renamePrice: {
    ...PRICE,
    description: 'the price of a name change in the balance `real`',
    label: { en: 'Price in the first balance', ru: 'Цена с первого баланса' },
    hint: { en: '0 means free.', ru: '0 — бесплатно.' },
  },
  renameBonusPrice: {
    ...PRICE,
    description:
      'the price of a name change in the balance `virtual`; with both prices, both are charged',
    label: { en: 'Price in the second balance', ru: 'Цена со второго баланса' },
    hint: {
      en: 'If both prices are set, both are charged.',
      ru: 'Если указаны обе цены, спишутся обе.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

/**
 * Settings about what new and existing players must agree to (docs/contract.md#rules-and-consent).
 */
export const consentSettings = {
  minimumAge: {
    kind: 'number',
    default: 0,
    unit: 'years',
    zero: 'no player is asked',
    description: 'the age that players confirm to have reached',
    most: 99,
    isPublic: true,
    card: 'consent',
    label: { en: 'Minimum age', ru: 'Минимальный возраст' },
    hint: {
      en: 'Players confirm once that they are at least this old. No birth date is stored. 0 disables the question.',
      ru: 'Игрок один раз подтверждает, что ему уже есть столько лет. Дата рождения не хранится. 0 — не спрашивать.',
    },
  },
  consentAtLauncher: {
    kind: 'flag',
    default: false,
    description: 'whether launchers refuse players who have something to agree to',
    isPublic: false,
    card: 'consent',
    label: {
      en: 'Launchers require agreement',
      ru: 'Лаунчер требует согласия с правилами',
    },
    hint: {
      en: 'When the rules have a new version, players must agree to it on the site before they can enter the game. When off, only the site requires it.',
      ru: 'Когда выходит новая версия правил, войти в игру можно только после согласия на сайте. Если выключено, согласие запрашивает только сайт.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

const NAME = {
  kind: 'line',
  most: 32,
  isPublic: true,
  card: 'balances',
} as const
const SIGN = {
  kind: 'line',
  default: '',
  least: 0,
  most: 8,
  isPublic: true,
  card: 'balances',
  hint: {
    en: 'Shown after the amount, for example ₽ or coins. Optional.',
    ru: 'Показывается после суммы, например ₽ или монет. Необязательно.',
  },
} as const

/** Names and visibility of the two balances. */
export const balanceSettings = {
  showBalances: {
    kind: 'flag',
    default: true,
    description: 'whether pages show balances; responses always contain them',
    isPublic: true,
    card: 'balances',
    label: { en: 'Players see their balances', ru: 'Игроки видят свой баланс' },
  },
  moneyNameEn: {
    ...NAME,
    default: 'Money',
    description: 'the name of the balance `real` on pages, in English',
    label: { en: 'First balance, in English', ru: 'Первый баланс по-английски' },
    pairLabel: { en: 'First balance', ru: 'Первый баланс' },
  },
  moneyNameRu: {
    ...NAME,
    default: 'Деньги',
    description: 'the name of the balance `real` on pages, in Russian',
    label: { en: 'First balance, in Russian', ru: 'Первый баланс по-русски' },
  },
  moneySign: {
    ...SIGN,
    label: { en: 'Currency symbol of the first balance', ru: 'Символ валюты первого баланса' },
  },
  bonusNameEn: {
    ...NAME,
    default: 'Bonuses',
    description: 'the name of the balance `virtual` on pages, in English',
    label: { en: 'Second balance, in English', ru: 'Второй баланс по-английски' },
    pairLabel: { en: 'Second balance', ru: 'Второй баланс' },
  },
  bonusNameRu: {
    ...NAME,
    default: 'Бонусы',
    description: 'the name of the balance `virtual` on pages, in Russian',
    label: { en: 'Second balance, in Russian', ru: 'Второй баланс по-русски' },
  },
  bonusSign: {
    ...SIGN,
    label: { en: 'Currency symbol of the second balance', ru: 'Символ валюты второго баланса' },
  },
  topUpUrl: {
    kind: 'link',
    default: '',
    description: 'where players top up their balance',
    isPublic: true,
    requiresReauthentication: true,
    card: 'balances',
    label: { en: 'Top-up link', ru: 'Ссылка для пополнения' },
    hint: {
      en: 'A link next to the balance, for example to your shop.',
      ru: 'Ссылка рядом с балансом, например на ваш магазин.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
