import type { SettingDefinition } from '../setting.ts'

/**
 * The setting for a previous site, which checks the password when a player signs in under a name that is unknown here.
 */
export const formerSiteSettings = {
  legacyUrl: {
    kind: 'inquiry',
    default: '',
    description: 'the previous site, which checks passwords of unknown names',
    isPublic: false,
    card: 'formerSite',
    requiresReauthentication: true,
    superusersOnly: true,
    notifiesSuperusers: true,
    label: { en: 'Address of the old site', ru: 'Адрес старого сайта' },
    hint: {
      en: 'When an unknown player signs in by name, the old site checks the password; if it is correct, an account is created here. The moving guide describes the response it must give. Only superusers can change it.',
      ru: 'Если по нику входит игрок, которого здесь ещё нет, пароль проверит старый сайт. Если пароль верен, здесь появится аккаунт. Каким должен быть ответ старого сайта, описано в руководстве о переезде. Менять может только суперпользователь.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

export const signInSettings = {
  panelNeedsTwoFactor: {
    kind: 'flag',
    default: false, // the setup page turns it on
    description: 'whether the panel requires a second factor in the session',
    isPublic: false,
    requiresReauthentication: true,
    card: 'signIn',
    label: {
      en: 'Require two-factor authentication for the panel',
      ru: 'Требовать двухфакторную защиту для панели',
    },
    hint: {
      en: 'Everyone with panel permissions, including you, must turn it on or add a passkey first.',
      ru: 'Все, у кого есть права в панели, включая вас, должны сначала включить её или добавить ключ доступа.',
    },
  },
  recoveryCodes: {
    kind: 'flag',
    default: false, // the setup page turns it on
    description: 'whether players with 2FA may have recovery codes',
    isPublic: true,
    requiresReauthentication: true,
    card: 'signIn',
    label: { en: 'Recovery codes', ru: 'Резервные коды' },
    hint: {
      en: 'Players who turn on two-factor authentication get ten codes, each of which replaces the phone once. Without them, only an administrator can help if a phone is lost.',
      ru: 'С двухфакторной защитой игрок получит десять кодов, каждый из которых один раз заменит телефон. Без них при потере телефона поможет только администратор.',
    },
  },
  deletionDays: {
    kind: 'number',
    default: 14,
    unit: 'days',
    zero: 'immediately',
    description: 'days from the request to the deletion of an account',
    most: 90,
    isPublic: false,
    card: 'deletion',
    label: {
      en: 'Days until an account is deleted',
      ru: 'Срок до удаления аккаунта, дней',
    },
    hint: {
      en: 'Players who delete their account can cancel that until then. 0 deletes immediately.',
      ru: 'До этого срока игрок может отменить удаление своего аккаунта. 0 — удалять сразу.',
    },
  },
  signInCancelsDeletion: {
    kind: 'flag',
    default: true,
    description: 'whether a sign-in cancels the scheduled deletion of an account',
    isPublic: false,
    card: 'deletion',
    label: {
      en: 'Signing in cancels the deletion of an account',
      ru: 'Вход отменяет удаление аккаунта',
    },
    hint: {
      en: 'If off, players cancel it with a button after signing in.',
      ru: 'Если выключено, удаление отменяют кнопкой после входа.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
