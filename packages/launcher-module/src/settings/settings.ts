import type { Language } from '../language.ts'
import {
  address,
  apiKey,
  count,
  duration,
  lists,
  language as playerLanguage,
  portalType,
  text,
  yesOrNo,
} from './kinds.ts'
import { openFields } from './read-fields.ts'

/** The checked settings of `modules.config.portal` (docs/launcher.md#the-module-portal). */
export type Settings = {
  url: string
  apiKey: string
  /** Time limit for one request, in milliseconds; 0 for none. */
  timeout: number
  /** How long a profile is kept, in milliseconds; 0 to keep none. */
  cacheTtl: number
  /** The players' language; `site` means the default language of the site. */
  language: Language | 'site'
}

/** Settings of an access source. */
export type AccessSettings = {
  /** A template with `%build%`; if empty, no permission opens a build. */
  permission: string
  /** For each build, the roles and donate groups that it is open to. */
  groups: ReadonlyMap<string, readonly string[]>
  /** Whether to let everybody in while the site is unreachable. */
  failOpen: boolean
}

/** Settings of a news source. Without a limit the site decides how many items there are. */
export type NewsSettings = { limit?: number }

/** @throws SettingError naming each field that cannot be used. */
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

/** @throws SettingError naming each field that cannot be used. */
export function readAccessSettings(given: unknown, language: Language): AccessSettings {
  const fields = openFields(given, language)
  const settings = {
    permission: fields.take('permission', text, 'launcher.build.%build%'),
    groups: fields.take('groups', lists, lists.blank),
    failOpen: fields.take('failOpen', yesOrNo, false),
  }
  fields.take('type', portalType, 'portal')
  fields.done()
  return settings
}

/** @throws SettingError naming each field that cannot be used. */
export function readNewsSettings(given: unknown, language: Language): NewsSettings {
  const fields = openFields(given, language)
  const limit = fields.take('limit', count, 0)
  fields.take('type', portalType, 'portal')
  fields.done()
  return limit === 0 ? {} : { limit }
}

/**
 * Checks that a provider without settings, sign-in or skins, was given none.
 *
 * @throws SettingError that names each field.
 */
export function readNoSettings(given: unknown, language: Language): void {
  const fields = openFields(given, language)
  fields.take('type', portalType, 'portal')
  fields.done()
}
