import type { endpoints, LauncherProtocol, Locale } from '@portal/contract'
import type { Static } from 'typebox'
import type { TimeScale } from '../database/timeouts.ts'
import type { PageHead, PageRequest } from '../platform/document-head.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Random } from '../platform/random.ts'
import type { Config } from '../settings/config.ts'
import type { RequestGuard } from './request-guard.ts'

export type HttpDeps = {
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'captcha'>
  log: Log
  metrics: Metrics
  random: Random
  guard: RequestGuard
  /** The language for callers who accept no supported language: the site's setting. */
  defaultLanguage(): Locale
  /** The branding of the site's pages. Called for each page, so that a change is visible on the next page. */
  branding(): Promise<SiteBranding>
  /** The headers of every response of a launcher protocol; undefined while the setting of the protocol is off. */
  protocolHeaders(dialect: LauncherProtocol): Promise<Headers | undefined>
  head(page: PageRequest): Promise<PageHead>
  timeScale: TimeScale
  isStopping(): boolean
}

type Headers = Readonly<Record<string, string>>

export type SiteBranding = {
  accentColor: string
  secondColor: string
  logoUrl: string
  iconUrl: string
  homePicture: string
  headers: Headers
  config: Static<typeof endpoints.siteConfig.reply>
}
