import type { Dialect, endpoints, Locale } from '@portal/contract'
import type { Static } from 'typebox'
import type { Pace } from '../database/timeouts.ts'
import type { PageAsked, PageHead } from '../platform/document-head.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Random } from '../platform/random.ts'
import type { Config } from '../settings/config.ts'
import type { Door } from './request-guard.ts'

/** What the server needs of the app. It knows features in no other way. */
export type Needs = {
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'captcha'>
  log: Log
  metrics: Metrics
  random: Random
  door: Door
  /** The site's language, for callers whose languages we do not speak. */
  defaultLanguage(): Locale
  /** What pages show of the site. Read for each page, so a change is visible on the next one. */
  look(): Promise<Look>
  /** The headers of every answer in a dialect; undefined while its setting is off. */
  dialectHeaders(dialect: Dialect): Promise<Headers | undefined>
  /** What a page's document says about itself; read for each page. */
  head(page: PageAsked): Promise<PageHead>
  pace: Pace
  isStopping(): boolean
}

type Headers = Readonly<Record<string, string>>

/** The look that the owner chose for the pages (see theme.ts), and the answer of `/config`. */
export type Look = {
  accentColor: string
  logoUrl: string
  iconUrl: string
  /** What every page tells programs. */
  headers: Headers
  config: Static<typeof endpoints.siteConfig.reply>
}
