import type { SettingRow } from '../setting.ts'

const PRICE = {
  kind: 'number',
  default: 0,
  most: 1_000_000,
  holds: '0 (nothing) to 1000000',
  isPublic: false,
  card: 'names',
  wrong: {
    en: 'Enter a whole number from 0 to 1,000,000.',
    ru: 'Укажите целое число от 0 до 1 000 000.',
  },
} as const

/** Whether players may change their names, how often, and for how much (docs/contract.md#names). */
export const nameSettingRows = {
  renaming: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: false,
    card: 'names',
    label: { en: 'Players may change their names', ru: 'Игроки могут менять имя' },
    hint: {
      en: 'Do your servers know players by name (offline mode, without the uuid of this site)? Then inventory, homes and ranks stay with the old name.',
      ru: 'Ваши серверы узнают игроков по имени (офлайн-режим, без uuid этого сайта)? Тогда инвентарь, дома и привилегии останутся у старого имени.',
    },
  },
  renameWarning: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: false,
    card: 'names',
    label: {
      en: 'Warn players that items may stay with the old name',
      ru: 'Предупреждать, что вещи могут остаться у старого имени',
    },
    hint: {
      en: 'Turn it off only if your servers take the uuid of this site: then nothing is lost with the name.',
      ru: 'Отключайте, только если серверы берут uuid с этого сайта: тогда вместе с именем ничего не теряется.',
    },
  },
  renameDays: {
    kind: 'number',
    default: 30,
    least: 1,
    most: 3650,
    holds: '1 to 3650',
    about: 'days from one change to the next',
    isPublic: false,
    card: 'names',
    label: { en: 'Days between two changes', ru: 'Сколько дней между сменами' },
    wrong: {
      en: 'Enter a whole number of days from 1 to 3650.',
      ru: 'Укажите целое число дней от 1 до 3650.',
    },
  },
  renamePrice: {
    ...PRICE,
    about: 'what a change costs of the first balance; 0: nothing',
    label: { en: 'Price, from the first balance', ru: 'Цена, с первого баланса' },
    hint: { en: '0 means it costs nothing.', ru: '0 — бесплатно.' },
  },
  renameBonusPrice: {
    ...PRICE,
    about: 'what a change costs of the second balance; 0: nothing',
    label: { en: 'Price, from the second balance', ru: 'Цена, со второго баланса' },
    hint: {
      en: 'With both prices, both are taken.',
      ru: 'Если указаны обе цены, спишутся обе.',
    },
  },
} as const satisfies Record<string, SettingRow>
