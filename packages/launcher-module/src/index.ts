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

/** Settings as an owner writes them; durations in Go's form. */
export type PortalSettings = {
  /** Address of the site, without a slash at the end. */
  url: string
  /** An API key with `kernel.launcher.provider` that trusts this machine's address. */
  apiKey: string
  /** How long one request may take: `5s`. */
  timeout?: string
  /** How long a profile is kept: `1m`. */
  cacheTTL?: string
  /** What players read: `ru`, `en`, or the default language of the site's pages (`site`). */
  language?: Language | 'site'
}

/** Settings of an access source. */
export type AccessOptions = {
  /** Template with `%build%`: `launcher.build.%build%`. Empty: no permission opens a build. */
  permission?: string
  /** Roles or donate groups that a build is open to. */
  groups?: Record<string, string[]>
  /** Lets everybody in while the site is unreachable: false. */
  failOpen?: boolean
}

/** A portal whose settings the compiler checks before it is run. */
export type Portal = Omit<CheckedPortal, 'signIn' | 'skin' | 'access' | 'news'> & {
  signIn(): SignInProvider
  skin(): SkinProvider
  /** @throws SettingError */
  access(settings?: AccessOptions): AccessProvider
  /** Without a `limit` the site decides how many. @throws SettingError */
  news(settings?: { limit?: number }): NewsProvider
}

/**
 * The site, as a launcher server uses it. Providers share one memory of players. Nothing is asked
 * before it is needed, and an open portal does not keep the process alive.
 *
 * @throws SettingError naming each field that cannot be used.
 */
export const openPortal: (settings: PortalSettings, options?: PortalOptions) => Portal = open
