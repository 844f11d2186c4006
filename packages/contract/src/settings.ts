import { balanceSettingRows } from './account/balance-settings.ts'
import { consentSettingRows } from './account/consent-settings.ts'
import { nameSettingRows } from './account/name-settings.ts'
import { homeSettingRows } from './content/home-settings.ts'
import { lookSettingRows } from './content/theme-settings.ts'
import { yggdrasilSettingRows } from './integrations/yggdrasil-settings.ts'
import type { SettingRow, SettingValues } from './setting.ts'
import { safetySettingRows } from './sign-in/settings.ts'

/**
 * What the owner decides while the site runs, in the order of answers and commands. A new setting is a
 * row here, a row of the table in docs/contract.md#settings-audit-mail-overview, and its reader.
 */
export const settingRows = {
  siteName: {
    kind: 'line',
    default: 'Portal',
    most: 64,
    holds: '1 to 64 characters on one line, and no control characters',
    isPublic: true,
    card: 'look',
    label: { en: 'Name of the project', ru: 'Название проекта' },
    wrong: {
      en: 'A name must be 1 to 64 characters on one line.',
      ru: 'Название — от 1 до 64 символов в одну строку.',
    },
  },
  registrationOpen: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: true,
    opensDoors: true,
    card: 'rules',
    label: { en: 'Registration is open', ru: 'Регистрация открыта' },
  },
  emailConfirmation: {
    kind: 'flag',
    default: false, // on while SMTP_URL is set: see the server's settings/setting.ts
    holds: 'on or off',
    isPublic: true,
    opensDoors: true,
    card: 'rules',
    label: { en: 'New players confirm their e-mail', ru: 'Новые игроки подтверждают почту' },
    hint: {
      en: 'They get a code by e-mail. Until they enter it they can do nothing else.',
      ru: 'Им придёт письмо с кодом; до этого больше ничего нельзя.',
    },
  },
  unconfirmedDays: {
    kind: 'number',
    default: 14,
    most: 365,
    holds: '0 (never) to 365',
    about: 'days until an unconfirmed account is deleted; 0: never',
    isPublic: false,
    card: 'rules',
    label: { en: 'Days to confirm', ru: 'Сколько дней на это есть' },
    hint: {
      en: 'After that the account is deleted and its name and e-mail are free again. 0 means never.',
      ru: 'Потом аккаунт исчезает, а имя и адрес снова свободны; 0 — никогда.',
    },
    wrong: {
      en: 'Enter a whole number of days from 0 to 365.',
      ru: 'Укажите целое число дней от 0 до 365.',
    },
  },
  leakCheck: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: false,
    opensDoors: true,
    card: 'rules',
    label: {
      en: 'Check passwords against the leak database',
      ru: 'Проверять пароли по базе утечек',
    },
    hint: {
      en: 'Only five characters of a hash leave the site, never the password.',
      ru: 'Сайт покидают только пять символов хеша, никогда не пароль.',
    },
  },
  legacyUrl: {
    kind: 'inquiry',
    default: '',
    holds:
      'an https address (http and hosts of the network only if ALLOW_PRIVATE_HOSTS names them), or nothing',
    isPublic: false,
    card: 'rules',
    opensDoors: true,
    superusersOnly: true,
    announced: true,
    order: 1,
    label: { en: 'Address of the old site', ru: 'Адрес старого сайта' },
    hint: {
      en: 'When somebody unknown signs in by name, the old site is asked whether the password is right, and if so they get an account here. The guide about moving says what must answer there. Only superusers change it.',
      ru: 'Если по имени входит кто-то незнакомый, сайт спросит по этому адресу, верен ли пароль, и заведёт аккаунт. Что должно там отвечать, написано в руководстве о переезде. Менять может только суперпользователь.',
    },
    wrong: {
      en: 'Enter an address that starts with https://.',
      ru: 'Укажите адрес, который начинается с https://.',
    },
  },
  launcherBuilds: {
    kind: 'identifiers',
    default: [],
    holds: 'identifiers separated by commas, each of 1 to 64 of A-Z a-z 0-9 _ . -',
    isPublic: false,
    card: 'launcher',
    label: { en: 'Builds', ru: 'Сборки' },
    hint: {
      en: 'One per line, exactly as the launcher server names them',
      ru: 'По одной в строке, как они названы на сервере лаунчера',
    },
    wrong: {
      en: 'A build must be 1 to 64 Latin letters, digits or the characters _ . -',
      ru: 'Сборка — от 1 до 64 латинских букв, цифр и знаков _ . -',
    },
  },
  defaultLanguage: {
    kind: 'language',
    default: 'en',
    holds: 'ru or en',
    isPublic: true,
    card: 'look',
    order: 1,
    label: { en: 'Language', ru: 'Язык' },
    hint: {
      en: 'For visitors whose browser asks for neither English nor Russian.',
      ru: 'Для тех, чей браузер не говорит ни по-русски, ни по-английски.',
    },
  },
  hdTexturesInGame: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: false,
    card: 'rules',
    label: { en: 'HD skins in the game', ru: 'HD-скины в игре' },
    hint: {
      en: 'Turn it on only if your clients have a mod that supports them.',
      ru: 'Включайте, только если в клиентах есть мод, который их понимает.',
    },
  },
  skinSharing: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: false,
    card: 'rules',
    label: { en: 'Players may share their skins', ru: 'Игроки могут делиться скинами' },
    hint: {
      en: 'Others then put such a skin on by the name of its player. Nobody shares without turning it on.',
      ru: 'Тогда такой скин можно надеть по имени игрока. Пока игрок этого не включит, его скином никто не поделится.',
    },
  },
  ...lookSettingRows,
  replyTo: {
    kind: 'mailbox',
    default: '',
    holds: 'an e-mail address, or nothing',
    isPublic: false,
    card: 'mail',
    label: { en: 'Address for replies', ru: 'Адрес для ответов' },
    hint: {
      en: 'Replies to the mails of the site go there. Leave empty: mails then say that nobody reads replies.',
      ru: 'Туда придут ответы на письма сайта. Пусто: в письмах будет сказано, что ответы никто не читает.',
    },
    wrong: {
      en: 'Enter an e-mail address such as help@example.org.',
      ru: 'Укажите адрес почты, например help@example.org.',
    },
  },
  ...safetySettingRows,
  ...nameSettingRows,
  ...consentSettingRows,
  ...homeSettingRows,
  ...balanceSettingRows,
  ...yggdrasilSettingRows,
} as const satisfies Record<string, SettingRow>

type Rows = typeof settingRows
export type SettingName = keyof Rows
export type KindOf<Name extends SettingName> = Rows[Name]['kind']
/** The settings that are on or off. */
export type FlagName = {
  [Name in SettingName]: KindOf<Name> extends 'flag' ? Name : never
}[SettingName]
export type Settings = { [Name in SettingName]: SettingValues[KindOf<Name>] }

/** Whether changing a setting asks for a fresh proof. */
export function opensDoors(name: SettingName): boolean {
  return rowOf(name).opensDoors ?? false
}

/** Whether only superusers may change a setting. */
export function isForSuperusers(name: SettingName): boolean {
  return rowOf(name).superusersOnly ?? false
}

/** Whether every superuser is told when a setting changes. */
export function isAnnounced(name: SettingName): boolean {
  return rowOf(name).announced ?? false
}

function rowOf(name: SettingName): SettingRow {
  return settingRows[name]
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingRows, name)
}

export const settingNames: readonly SettingName[] = Object.keys(settingRows).filter(isSettingName)
