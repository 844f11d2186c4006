import type { SettingRow } from './setting.ts'

/** Settings about how safely people sign in. */
export const safetySettingRows = {
  panelNeedsTwoFactor: {
    kind: 'flag',
    default: false, // the page of the first start turns it on
    holds: 'on or off',
    isPublic: false,
    opensDoors: true,
    card: 'rules',
    label: {
      en: 'The panel needs two-factor authentication',
      ru: 'Панель только с двухфакторной защитой',
    },
    hint: {
      en: 'Whoever has rights in the panel turns it on for themselves, or adds a passkey, before it opens. You too.',
      ru: 'Все, у кого есть права в панели, сначала включают её у себя или добавляют ключ доступа. Вы тоже.',
    },
  },
  recoveryCodes: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: true,
    opensDoors: true,
    card: 'rules',
    label: { en: 'Recovery codes', ru: 'Резервные коды' },
    hint: {
      en: 'Whoever turns on two-factor authentication gets ten codes to keep. Each replaces the phone once. Without them only an administrator helps when a phone is lost.',
      ru: 'Кто включит двухфакторную защиту, получит десять кодов про запас. Каждый один раз заменит телефон. Без них при потере телефона поможет только администратор.',
    },
  },
} as const satisfies Record<string, SettingRow>
