import {
  Email,
  type KindOf,
  mapSettings,
  type SettingKind,
  type SettingName,
  type SettingRow,
  type Settings,
  type SettingValues,
  settingNames,
  settingRows,
  UNSEEN,
} from '@portal/contract'
import { Check } from 'typebox/value'
import { readGameServers, writeGameServers } from './game-servers.ts'

/** A text that is not a value of a setting; the message says what the setting may hold. */
export class WrongSetting extends Error {}

/** The settings of a new site, which confirms addresses when it can send mail. */
export function defaultSettings({ smtpUrl }: { smtpUrl: string }): Settings {
  const defaults = mapSettings<Settings>(settingNames, (name) => {
    const { default: value } = settingRows[name]
    return typeof value === 'object' ? [...value] : value
  })
  return { ...defaults, emailConfirmation: smtpUrl !== '' }
}

const CONTROLS = new RegExp(`[${UNSEEN}]`)

/** Readers of the text form of each kind; they return undefined for text that is not a value. */
const readers: {
  [Kind in SettingKind]: (text: string, row: SettingRow) => SettingValues[Kind] | undefined
} = {
  line(text, { least = 1, most = 0 }) {
    const line = text.trim()
    const isPlain = !CONTROLS.test(line)
    return line.length >= least && line.length <= most && isPlain ? line : undefined
  },
  flag(text) {
    const word = text.trim().toLowerCase()
    if (['on', 'true', '1', 'yes'].includes(word)) return true
    return ['off', 'false', '0', 'no'].includes(word) ? false : undefined
  },
  number(text, { least = 0, most = 0 }) {
    const digits = text.trim()
    const isNumber = /^\d+$/.test(digits) && digits.length <= String(most).length
    const isInside = Number(digits) >= least && Number(digits) <= most
    return isNumber && isInside ? Number(digits) : undefined
  },
  identifiers(text) {
    const ids = text.split(',').map((id) => id.trim())
    const once = [...new Set(ids.filter(Boolean))]
    return once.every((id) => /^[A-Za-z0-9_.-]{1,64}$/.test(id)) ? once : undefined
  },
  language: (text) => (text === 'ru' || text === 'en' ? text : undefined),
  color(text) {
    const color = text.trim().toLowerCase()
    return color === '' || /^#[0-9a-f]{6}$/.test(color) ? color : undefined
  },
  picture(text) {
    const url = text.trim()
    const isPicture = /^(https?:\/\/[^\s"'()\\]+|\/[^\s"'()\\/][^\s"'()\\]*)$/.test(url)
    return url === '' || isPicture ? url : undefined
  },
  mailbox(text) {
    const address = text.trim()
    return address === '' || Check(Email, address) ? address : undefined
  },
  choice(text, { options = {} }) {
    const word = text.trim()
    return Object.hasOwn(options, word) ? word : undefined
  },
  text(text, { most = 0 }) {
    const lines = text.replaceAll(/\r\n?/g, '\n').trim()
    const isPlain = !/[^\P{Cc}\n]|\p{Bidi_Control}/u.test(lines)
    return lines.length <= most && isPlain ? lines : undefined
  },
  link: (text) => linkIn(text, /^https:\/\/[^\s"'()\\<>]+$/),
  download: (text) => linkIn(text, /^(https?:\/\/|\/(?!\/))[^\s"'()\\<>]+$/),
  inquiry: (text) => linkIn(text, /^https?:\/\/[^\s"'()\\<>@]+$/), // its host: require-changeable.ts
  servers(text, { most = 0 }) {
    const servers = readGameServers(text)
    return servers && servers.length <= most ? writeGameServers(servers) : undefined
  },
}

/** Reads an address that a page leads to; only one that every browser reads in the same way. */
function linkIn(text: string, form: RegExp): string | undefined {
  const link = text.trim()
  const isLink = form.test(link) && URL.canParse(link, 'https://localhost')
  return link === '' || isLink ? link : undefined
}

/** @throws WrongSetting when the text is not a value of that setting. */
export function parseSetting<Name extends SettingName>(
  name: Name,
  text: string,
): SettingValues[KindOf<Name>] {
  const kind: KindOf<Name> = settingRows[name].kind
  const row: SettingRow = settingRows[name]
  const value = readers[kind](text, row)
  if (value === undefined) throw new WrongSetting(`${name} may hold ${row.holds}`)
  return value
}

/** Writes a value in its stored form, which `parseSetting` reads. */
export function writeSetting(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(',') : String(value)
}
