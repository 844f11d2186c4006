import type { endpoints, Locale } from '@portal/contract'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Random } from '../platform/random.ts'
import type { Door } from './door.ts'

/** What the server needs of the app; it knows no feature by any other way. */
export type Needs = {
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'captcha'>
  log: Log
  metrics: Metrics
  random: Random
  door: Door
  /** The site's language, for callers who ask for none that we speak. */
  defaultLanguage(): Locale
  /** What pages show of the site; asked for each page, so a change shows on the next one. */
  look(): Promise<Look>
  isStopping(): boolean
}

/** What the owner chose of the pages' look (see theme.ts), and what `/config` says. */
export type Look = {
  accentColor: string
  logoUrl: string
  config: Static<typeof endpoints.siteConfig.reply>
}
