import type { SettingRow } from '../setting.ts'

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
  deletionDays: {
    kind: 'number',
    default: 14,
    most: 90,
    holds: '0 (at once) to 90',
    about: 'days from asking for the deletion of an account to the deletion; 0: at once',
    isPublic: false,
    card: 'rules',
    label: {
      en: 'Days before an account is deleted',
      ru: 'Сколько дней ждать удаления аккаунта',
    },
    hint: {
      en: 'Players can delete their accounts. Until then they can change their mind. 0 deletes at once.',
      ru: 'Игроки могут удалить свой аккаунт. До этого срока можно передумать. 0 — удалять сразу.',
    },
    wrong: {
      en: 'Enter a whole number of days from 0 to 90.',
      ru: 'Укажите целое число дней от 0 до 90.',
    },
  },
  signInCancelsDeletion: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: false,
    card: 'rules',
    label: {
      en: 'Signing in keeps an account that is to be deleted',
      ru: 'Вход отменяет удаление аккаунта',
    },
    hint: {
      en: 'When this is off, players keep their account by a button after signing in.',
      ru: 'Если выключено, удаление отменяют кнопкой после входа.',
    },
  },
} as const satisfies Record<string, SettingRow>
