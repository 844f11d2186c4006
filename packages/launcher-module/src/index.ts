import type { Language } from './language.ts'
import { type Portal as CheckedPortal, openPortal as open, type PortalOptions } from './portal.ts'
import type { AccessProvider } from './providers/access.ts'
import type { NewsProvider } from './providers/news.ts'
import type { SignInProvider } from './providers/sign-in.ts'
import type { SkinProvider } from './providers/skin.ts'

export type { Language } from './language.ts'
export type { PlayerSelector as PlayerQuestion, Profile } from './player/profile.ts'
export type { PortalOptions } from './portal.ts'
export type { AccessProvider, Subject } from './providers/access.ts'
export type { NewsProvider } from './providers/news.ts'
export type { Accepted, SignInProvider, Verdict } from './providers/sign-in.ts'
export type { SkinProvider, Textures } from './providers/skin.ts'
export { SettingError } from './settings/setting-error.ts'
export type { NewsItem, SiteState } from './site/parse-responses.ts'
export type { Credentials } from './site/site-client.ts'
export { SiteError } from './site/site-error.ts'
export type { SiteFailure as SiteTrouble } from './site/site-failure.ts'

/** Settings. Durations use Go's format (docs/launcher.md#the-module-portal). */
export type PortalSettings = {
  /** Address of the site, without a trailing slash. */
  url: string
  /** An API key with `kernel.launcher.provider` that trusts this machine's address. */
  apiKey: string
  /** Time limit for one request; `5s` by default. */
  timeout?: string
  /** How long a profile is cached; `1m` by default. */
  cacheTTL?: string
  /** Language for players: `ru`, `en`, or `site` (the default) for the default language of the site. */
  language?: Language | 'site'
}

export type AccessOptions = {
  /**
   * Template of the permission that opens a build: `launcher.build.%build%` by default. If empty, no permission opens
   * builds.
   */
  permission?: string
  /** The roles and donor ranks that open each build. */
  groups?: Record<string, string[]>
  /** Whether to admit all players while the site is unreachable; `false` by default. */
  failOpen?: boolean
}

/** A `Portal` with typed settings. */
export type Portal = Omit<CheckedPortal, 'signIn' | 'skin' | 'access' | 'news'> & {
  signIn(): SignInProvider
  skin(): SkinProvider
  access(settings?: AccessOptions): AccessProvider
  /** Returns the news. Without a `limit` the site decides how many items there are. @throws SettingError */
  news(settings?: { limit?: number }): NewsProvider
}

/**
 * Opens a portal, which sends no request until one is needed, and does not keep the process alive.
 * @throws SettingError that names each invalid field
 */
export const openPortal: (settings: PortalSettings, options?: PortalOptions) => Portal = open
