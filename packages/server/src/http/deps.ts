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
  /** The site's language, for callers who accept no supported language. */
  defaultLanguage(): Locale
  /** The branding of pages. Read for each page, so that the next page shows a change. */
  branding(): Promise<SiteBranding>
  /** The headers of every response of a protocol; undefined while its setting is off. */
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
