import type { Language } from './language.ts'
import { type Portal as CheckedPortal, openPortal as open, type PortalOptions } from './portal.ts'
import type { AccessProvider } from './providers/access.ts'
import type { NewsProvider } from './providers/news.ts'
import type { SignInProvider } from './providers/sign-in.ts'
import type { SkinProvider } from './providers/skin.ts'

export type { Language } from './language.ts'
export type { PlayerQuestion, Profile } from './player/profile.ts'
export type { PortalOptions } from './portal.ts'
export type { AccessProvider, Subject } from './providers/access.ts'
export type { NewsProvider } from './providers/news.ts'
export type { Accepted, SignInProvider, Verdict } from './providers/sign-in.ts'
export type { SkinProvider, Textures } from './providers/skin.ts'
export { SettingError } from './settings/setting-error.ts'
export type { NewsItem, SiteState } from './site/answers.ts'
export type { Credentials } from './site/site-client.ts'
export { SiteError } from './site/site-error.ts'
export type { SiteTrouble } from './site/site-trouble.ts'

/** Settings as an owner writes them. Durations have Go's form (docs/launcher.md#the-module-portal). */
export type PortalSettings = {
  /** Address of the site, without a trailing slash. */
  url: string
  /** An API key with `kernel.launcher.provider` that trusts this machine's address. */
  apiKey: string
  /** Time limit for one request; `5s` by default. */
  timeout?: string
  /** How long a profile is kept; `1m` by default. */
  cacheTTL?: string
  /** Language for players: `ru`, `en`, or `site` (the default) for the default language of the site. */
  language?: Language | 'site'
}

/** Settings of an access source. */
export type AccessOptions = {
  /** Template; `launcher.build.%build%` by default. If empty, no permission opens a build. */
  permission?: string
  /** For each build, the roles and donate groups that it is open to. */
  groups?: Record<string, string[]>
  /** Whether to let everybody in while the site is unreachable; `false` by default. */
  failOpen?: boolean
}

/** A `Portal` with typed settings. */
export type Portal = Omit<CheckedPortal, 'signIn' | 'skin' | 'access' | 'news'> & {
  signIn(): SignInProvider
  skin(): SkinProvider
  /** @throws SettingError */
  access(settings?: AccessOptions): AccessProvider
  /** Without a `limit` the site decides how many items there are. @throws SettingError */
  news(settings?: { limit?: number }): NewsProvider
}

/**
 * Opens a client of the site for a launcher server. Its providers share one memory of players. It
 * sends no request until one is needed, and does not keep the process alive.
 *
 * @throws SettingError that names each invalid field.
 */
export const openPortal: (settings: PortalSettings, options?: PortalOptions) => Portal = open
