import {
  Email,
  type KindOf,
  mapSettings,
  rangeOf,
  type SettingDefinition,
  type SettingKind,
  type SettingName,
  type Settings,
  type SettingValues,
  settingDefinitions,
  settingNames,
  UNSEEN,
} from '@portal/contract'
import { Check } from 'typebox/value'
import { readGameServers, writeGameServers } from './game-servers.ts'

export class WrongSetting extends Error {}

/** Returns the settings of a new site. It requires confirmed addresses if it can send mails. */
export function defaultSettings({ smtpUrl }: { smtpUrl: string }): Settings {
  const defaults = mapSettings<Settings>(settingNames, (name) => {
    const { default: value } = settingDefinitions[name]
    return typeof value === 'object' ? [...value] : value
  })
  return { ...defaults, emailConfirmation: smtpUrl !== '' }
}

const HTTPS = /^https:\/\/[^\s"'()\\<>]+$/
const MAX_LINK_TITLE = 32
const CONTROLS = new RegExp(`[${UNSEEN}]`)

const readers: {
  [Kind in SettingKind]: (text: string, row: SettingDefinition) => SettingValues[Kind] | undefined
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
  link: (text) => linkIn(text, HTTPS),
  download: (text) => linkIn(text, /^(https?:\/\/|\/(?!\/))[^\s"'()\\<>]+$/),
  // require-settings-change-allowed.ts also checks the host
  inquiry: (text) => linkIn(text, /^https?:\/\/[^\s"'()\\<>@]+$/),
  servers(text, { most = 0 }) {
    const servers = readGameServers(text)
    return servers && servers.length <= most ? writeGameServers(servers) : undefined
  },
  links(text, { most = 0 }) {
    const lines = text.split('\n').flatMap((line) => line.trim() || [])
    const links = lines.map(titledLinkIn).filter((link) => link !== undefined)
    return links.length === lines.length && links.length <= most ? links.join('\n') : undefined
  },
}

/**
 * Parses the address of a link, which may be empty. Returns undefined unless every browser parses the address in the
 * same way.
 */
function linkIn(text: string, form: RegExp): string | undefined {
  const link = text.trim()
  const isLink = form.test(link) && URL.canParse(link, 'https://localhost')
  return link === '' || isLink ? link : undefined
}

/** Parses a title of at most 32 characters, a space and an https URL; undefined for any other text. */
function titledLinkIn(line: string): string | undefined {
  const [, title = '', url = ''] = /^(.+)\s(\S+)$/.exec(line) ?? []
  const isTitle = title.length <= MAX_LINK_TITLE && !CONTROLS.test(title)
  const link = linkIn(url, HTTPS)
  return isTitle && link ? `${title.trim()} ${link}` : undefined
}

export function parseSetting<Name extends SettingName>(
  name: Name,
  text: string,
): SettingValues[KindOf<Name>] {
  const kind: KindOf<Name> = settingDefinitions[name].kind
  const row: SettingDefinition = settingDefinitions[name]
  const value = readers[kind](text, row)
  if (value === undefined) throw new WrongSetting(`${name} may hold ${rangeOf(row)}`)
  return value
}

export function writeSetting(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(',') : String(value)
}
