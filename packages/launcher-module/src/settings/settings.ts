import type { Language } from '../language.ts'
import {
  address,
  apiKey,
  count,
  duration,
  flag,
  lists,
  language as playerLanguage,
  portalType,
  text,
} from './field-types.ts'
import { openFields } from './read-fields.ts'

export type Settings = {
  url: string
  apiKey: string
  /** Time limit for one request, in milliseconds; 0 for none. */
  timeout: number
  /** How long a profile is cached, in milliseconds; 0 disables the cache. */
  cacheTtl: number
  /** The players' language; `site` means the default language of the site. */
  language: Language | 'site'
}

export type AccessSettings = {
  /**
   * Template of the permission that opens a build, with `%build%` for its name. If empty, no permission opens builds.
   */
  permission: string
  /** The roles and donor ranks that open each build. */
  groups: ReadonlyMap<string, readonly string[]>
  /** Whether to admit all players while the site is unreachable. */
  failOpen: boolean
}

export type NewsSettings = { limit?: number }

export function readSettings(given: unknown, language: Language): Settings {
  const fields = openFields(given, language)
  const settings = {
    url: fields.take('url', address),
    apiKey: fields.take('apiKey', apiKey),
    timeout: fields.take('timeout', duration, 5_000),
    cacheTtl: fields.take('cacheTTL', duration, 60_000),
    language: fields.take('language', playerLanguage, 'site'),
  }
  fields.done()
  return settings
}

export function readAccessSettings(given: unknown, language: Language): AccessSettings {
  const fields = openFields(given, language)
  const settings = {
    permission: fields.take('permission', text, 'launcher.build.%build%'),
    groups: fields.take('groups', lists, lists.placeholder),
    failOpen: fields.take('failOpen', flag, false),
  }
  fields.take('type', portalType, 'portal')
  fields.done()
  return settings
}

export function readNewsSettings(given: unknown, language: Language): NewsSettings {
  const fields = openFields(given, language)
  const limit = fields.take('limit', count, 0)
  fields.take('type', portalType, 'portal')
  fields.done()
  return limit === 0 ? {} : { limit }
}

/**
 * Checks the settings of a provider that has none: only `type` is allowed.
 * @throws SettingError that names each other field
 */
export function readNoSettings(given: unknown, language: Language): void {
  const fields = openFields(given, language)
  fields.take('type', portalType, 'portal')
  fields.done()
}
