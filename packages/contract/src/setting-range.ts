import type { Words } from './locale.ts'
import type { SettingDefinition } from './setting.ts'

/** Returns the meaning of a setting for documents and OpenAPI. */
export function meaningOf({ description: about, label }: SettingDefinition): string {
  return about ?? label.en
}

/** Returns the accepted values of a setting for documents, the CLI and OpenAPI. */
export function rangeOf(setting: SettingDefinition): string {
  const { least, most = 0 } = setting
  switch (setting.kind) {
    case 'line':
      return least === 0
        ? `up to ${most} characters on one line, or nothing`
        : `${least ?? 1} to ${most} characters on one line, and no control characters`
    case 'flag':
      return 'on or off'
    case 'number':
      return `${least ?? 0}${setting.zero ? ` (${setting.zero})` : ''} to ${most}`
    case 'identifiers':
      return 'identifiers separated by commas, each of 1 to 64 of A-Z a-z 0-9 _ . -'
    case 'language':
      return 'ru or en'
    case 'color':
      return 'a color such as #1f6f5c, or nothing'
    case 'picture':
      return 'an https address or a path that starts with /, or nothing'
    case 'mailbox':
      return 'an e-mail address, or nothing'
    case 'choice':
      return Object.keys(setting.options ?? {}).join(', ')
    case 'text':
      return `up to ${most} characters, or nothing`
    case 'link':
      return 'an https address, or nothing'
    case 'download':
      return 'an https address (http on this machine) or a path that starts with /, or nothing'
    case 'inquiry':
      return 'an https address (http and hosts of the network only if ALLOW_PRIVATE_HOSTS names them), or nothing'
    case 'servers':
      return `one game server a line, a name and an address such as play.example.org:25565; at most ${most}`
    case 'links':
      return `one link a line, a title and an https address; at most ${most}`
  }
}

/** Returns the message for a value that is not accepted; undefined for kinds whose form offers only accepted values. */
export function rangeMessage(setting: SettingDefinition): Words | undefined {
  const { least, most = 0 } = setting
  switch (setting.kind) {
    case 'line':
      return least === 0
        ? {
            en: `Enter at most ${most} characters on one line.`,
            ru: `Введите не больше ${most} символов в одну строку.`,
          }
        : {
            en: `Enter ${least ?? 1} to ${most} characters on one line.`,
            ru: `Введите от ${least ?? 1} до ${most} символов в одну строку.`,
          }
    case 'number':
      return numberMessage(setting)
    case 'identifiers':
      return {
        en: 'Each entry must be 1 to 64 Latin letters, digits or the characters _ . -',
        ru: 'В каждой записи — от 1 до 64 латинских букв, цифр и знаков _ . -',
      }
    case 'color':
      return { en: 'Enter a color such as #1f6f5c.', ru: 'Укажите цвет в виде #1f6f5c.' }
    case 'picture':
      return {
        en: 'Upload a picture, or enter an https address or a path that starts with /.',
        ru: 'Загрузите картинку либо укажите адрес https или путь, который начинается с /.',
      }
    case 'mailbox':
      return {
        en: 'Enter an e-mail address such as help@example.org.',
        ru: 'Укажите адрес почты, например help@example.org.',
      }
    case 'text':
      return {
        en: `This text may have at most ${most} characters.`,
        ru: `В этом тексте может быть не больше ${most} символов.`,
      }
    case 'link':
    case 'inquiry':
      return {
        en: 'Enter an address that starts with https://.',
        ru: 'Укажите адрес, который начинается с https://.',
      }
    case 'download':
      return {
        en: 'Enter an https address, or a path that starts with /.',
        ru: 'Укажите адрес https либо путь, который начинается с /.',
      }
    case 'servers':
      return {
        en: `Each server needs a name and an address such as play.example.org:25565; there may be at most ${most} servers.`,
        ru: `У каждого сервера должны быть название и адрес, например play.example.org:25565. Серверов может быть не больше ${most}.`,
      }
    case 'links':
      return {
        en: `Each link needs a title and an address that starts with https://; there may be at most ${most} links.`,
        ru: `У каждой ссылки должны быть название и адрес, который начинается с https://. Ссылок может быть не больше ${most}.`,
      }
    default:
      return undefined
  }
}

const UNITS = {
  days: { en: ' of days', ru: ' дней' },
  years: { en: ' of years', ru: ' лет' },
}

function numberMessage({ least = 0, most = 0, unit }: SettingDefinition): Words {
  const of = unit ? UNITS[unit] : { en: '', ru: '' }
  const [en, ru] = ['en', 'ru'].map((locale) => grouped(most, locale))
  return {
    en: `Enter a whole number${of.en} from ${least} to ${en}.`,
    ru: `Укажите целое число${of.ru} от ${least} до ${ru}.`,
  }
}

/** Formats a number, with groups of thousands from five digits on: 3650, but 1,000,000. */
function grouped(number: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(number)
}
