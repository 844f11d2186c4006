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

/** `modules.config.portal`, checked (contract, Launcher-side module settings). */
export type Settings = {
  url: string
  apiKey: string
  /** How long one request may take, in milliseconds; 0 is without an end. */
  timeout: number
  /** How long a profile is kept, in milliseconds; 0 is not at all. */
  cacheTtl: number
  /** What players read; `site` is the default language of its pages. */
  language: Language | 'site'
}

/** Settings of an access source. */
export type AccessSettings = {
  /** A template with `%build%`; an empty text switches the permission check off. */
  permission: string
  /** Roles or donate groups that a build is open to. */
  groups: ReadonlyMap<string, readonly string[]>
  /** Lets everybody in while the site is unreachable. */
  failOpen: boolean
}

/** Settings of a news source; no limit leaves it to the site. */
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
 * Settings of a provider that has none: sign-in and skins.
 *
 * @throws SettingError naming each field.
 */
export function readNoSettings(given: unknown, language: Language): void {
  const fields = openFields(given, language)
  fields.take('type', portalType, 'portal')
  fields.done()
}
