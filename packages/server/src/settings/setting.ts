import type { Locale } from '@portal/contract'

/** What the owner changes while the site runs (docs/contract.md#settings-audit-mail-overview). */
export type Settings = {
  siteName: string
  registrationOpen: boolean
  /** Whether a new player has to confirm his address; unset: when the site can send mail. */
  emailConfirmation: boolean
  /** After how many days an account that nobody confirmed ends; 0: never. */
  unconfirmedDays: number
  leakCheck: boolean
  /** Identifiers of builds, in the order given. */
  launcherBuilds: string[]
  defaultLanguage: Locale
  hdTexturesInGame: boolean
  /** `#rrggbb`, the colour of buttons and links; empty: the site's own. */
  accentColor: string
  /** A picture shown before the site's name: http(s) URL or a path of this site; empty: its own. */
  logoUrl: string
}

export type SettingName = keyof Settings

/** A value that a setting cannot hold; the message says what it may hold. */
export class WrongSetting extends Error {}

export function defaultSettings(config: { smtpUrl: string }): Settings {
  return {
    siteName: 'Portal',
    registrationOpen: true,
    emailConfirmation: config.smtpUrl !== '',
    unconfirmedDays: 14,
    leakCheck: true,
    launcherBuilds: [],
    defaultLanguage: 'en',
    hdTexturesInGame: false,
    accentColor: '',
    logoUrl: '',
  }
}

const parsers: { [Name in SettingName]: (text: string) => Settings[Name] } = {
  siteName(text) {
    const name = text.trim()
    // A control of direction would turn the words around it in every page and mail.
    const isPlain = !/\p{Cc}|\p{Bidi_Control}/u.test(name)
    if (name.length >= 1 && name.length <= 64 && isPlain) return name
    throw new WrongSetting(
      'siteName may hold 1 to 64 characters on one line, and no control characters',
    )
  },
  registrationOpen: (text) => flag('registrationOpen', text),
  emailConfirmation: (text) => flag('emailConfirmation', text),
  unconfirmedDays(text) {
    const days = text.trim()
    if (/^\d{1,3}$/.test(days) && Number(days) <= 365) return Number(days)
    throw new WrongSetting('unconfirmedDays may hold 0 (never) to 365')
  },
  leakCheck: (text) => flag('leakCheck', text),
  launcherBuilds(text) {
    const ids = text.split(',').map((id) => id.trim())
    const builds = [...new Set(ids.filter(Boolean))]
    if (builds.every((id) => /^[A-Za-z0-9_.-]{1,64}$/.test(id))) return builds
    throw new WrongSetting(
      'launcherBuilds may hold identifiers separated by commas, each of 1 to 64 of A-Z a-z 0-9 _ . -',
    )
  },
  defaultLanguage(text) {
    if (text === 'ru' || text === 'en') return text
    throw new WrongSetting('defaultLanguage may hold ru or en')
  },
  hdTexturesInGame: (text) => flag('hdTexturesInGame', text),
  accentColor(text) {
    const color = text.trim().toLowerCase()
    if (color === '' || /^#[0-9a-f]{6}$/.test(color)) return color
    throw new WrongSetting('accentColor may hold a colour as #1f6f5c, or nothing')
  },
  logoUrl(text) {
    const url = text.trim()
    if (url === '' || /^(https?:\/\/[^\s"'()\\]+|\/[^\s"'()\\/][^\s"'()\\]*)$/.test(url)) return url
    throw new WrongSetting('logoUrl may hold an http(s) address or a path from / on, or nothing')
  },
}

export const settingNames = Object.keys(parsers) as SettingName[]

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(parsers, name)
}

/** @throws WrongSetting when the text is not a value of that setting. */
export function parseSetting<Name extends SettingName>(name: Name, text: string): Settings[Name] {
  return parsers[name](text)
}

/** The stored form of a value; `parseSetting` reads it back. */
export function writeSetting(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(',') : String(value)
}

function flag(name: string, text: string): boolean {
  const word = text.trim().toLowerCase()
  if (['on', 'true', '1', 'yes'].includes(word)) return true
  if (['off', 'false', '0', 'no'].includes(word)) return false
  throw new WrongSetting(`${name} may hold on or off`)
}
