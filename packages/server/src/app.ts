import { type ContentParts, openContent } from './content/parts.ts'
import { type CredentialParts, openCredentials } from './credentials/parts.ts'
import { processResetRequests } from './credentials/password/request-reset.ts'
import type { HashCost } from './credentials/password-hash/passwords.ts'
import { checkReadiness } from './database/check-readiness.ts'
import { type Db, pingDatabase } from './database/database.ts'
import { migrate, migrationStatus } from './database/migrations/migrate-store.ts'
import { openDatabase } from './database/open-database.ts'
import { REAL_TIME, type TimeScale } from './database/timeouts.ts'
import { type EventParts, openEvents } from './events/parts.ts'
import { type IntegrationParts, openIntegrations } from './integrations/parts.ts'
import { type MailParts, openMail } from './mail/parts.ts'
import { type OpenIdParts, openOpenId } from './openid/parts.ts'
import { needsSetup } from './operations/setup/needs-setup.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Log, openLog } from './platform/log.ts'
import { type Metrics, openMetrics } from './platform/metrics/metrics.ts'
import { type Captcha, captchaCheck } from './platform/outbound/captcha.ts'
import { type Random, systemRandom } from './platform/random.ts'
import { version } from './platform/version.ts'
import { openProfiles, type ProfileParts } from './profiles/parts.ts'
import { openPurchases, type PurchaseParts } from './purchases/parts.ts'
import { loadOrCreateEncryptionKey } from './security/keys/encryption-key.ts'
import { KeyRing } from './security/keys/key-ring.ts'
import { openSessions, type SessionParts } from './sessions/parts.ts'
import type { Config } from './settings/config.ts'
import { type SiteSettings, siteSettings } from './settings/settings.ts'
import { openSignIn, type SignInParts } from './sign-in/parts.ts'
import { openWebhooks, type WebhookParts } from './webhooks/parts.ts'

type BaseParts = {
  config: Config
  version: string
  log: Log
  metrics: Metrics
  clock: Clock
  random: Random
  db: Db
  keys: KeyRing
  settings: SiteSettings
  /** Scales all time limits of the database. Tests use shorter limits. */
  timeScale: TimeScale
  /** The captcha; undefined if the site uses none. */
  captcha: Captcha | undefined
  needsSetup(): Promise<boolean>
  pingDatabase(): Promise<void>
  checkReadiness(): Promise<void>
  isStopping(): boolean
  /** Marks the process as stopping, so that it no longer counts as ready. */
  stop(): void
  close(): Promise<void>
}

/** The parts of a process. A function names the parts that it uses: `Pick<App, 'db'>`. */
export type App = BaseParts &
  EventParts &
  MailParts &
  SessionParts &
  ProfileParts &
  CredentialParts &
  SignInParts &
  ContentParts &
  IntegrationParts &
  OpenIdParts &
  PurchaseParts &
  WebhookParts

export type AppOverrides = {
  clock?: Clock
  random?: Random
  log?: Log
  hashCost?: HashCost
  timeScale?: TimeScale
  /** How often the worker polls the outbox, in milliseconds. */
  mailPollInterval?: number
  rsaBits?: number
  /** Sends requests to identity providers; replaced in tests. */
  fetch?: typeof fetch
  /** The time limit of requests to all other hosts, in milliseconds. It replaces the limits for each kind of host. */
  outboundTimeout?: number
}

const STOP_TIMEOUT = 2000

/** Migrates the database, on a separate connection without a statement timeout. */
async function migrateOnStart(
  db: Db,
  { config, clock, random, log }: Pick<App, 'config' | 'clock' | 'random' | 'log'>,
): Promise<void> {
  const { pending, newer } = await migrationStatus(db)
  if (newer.length > 0) {
    log.warn({ newer }, 'database was migrated by a newer version; update this instance soon')
  }
  if (pending.length === 0) return
  const { copyBeforeMigration } = await import('./operations/backup/copy-before-migration.ts')
  const copy = await copyBeforeMigration(db, { config, clock, random })
  if (copy) log.info({ copy }, 'database copied before the migration')
  const migrationDb = await openDatabase(config, { hasLongStatements: true })
  try {
    const applied = await migrate(migrationDb, clock)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
  } finally {
    await migrationDb.destroy()
  }
}

/**
 * Opens and migrates the database, then opens the keys and the parts of all areas.
 * @throws NewerDatabase, WrongEncryptionKey, or the database's own error
 */
export async function openApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock, random = systemRandom, log = openLog(config.logLevel) } = overrides
  const { timeScale = REAL_TIME, rsaBits, outboundTimeout: budget } = overrides
  const db = await openDatabase(config, { timeScale })
  try {
    await migrateOnStart(db, { config, clock, random, log })
    const encryptionKey = config.encryptionKey ?? loadOrCreateEncryptionKey(config.dataDir, random)
    const keys = await KeyRing.open(
      { db, clock, random, ...(rsaBits && { rsaBits }) },
      encryptionKey,
    )
    const settings = siteSettings({ db, clock }, config)
    await settings.read()

    const opened = { config, log, clock, random, db, keys, settings, timeScale }
    const base = { ...opened, ...openEvents(opened) }
    const credentials = await openCredentials(base, overrides)
    const mail = openMail(base, overrides, (mailWorker) =>
      processResetRequests({ ...base, mailWorker }),
    )
    const sessions = openSessions(base)
    const integrations = openIntegrations({ ...base, ...mail, version })
    const openid = openOpenId({ ...base, ...mail, timeScale })
    const webhooks = openWebhooks({ ...base, ...mail, version })
    let stopping = false

    return {
      ...base,
      ...mail,
      ...sessions,
      ...openProfiles(),
      ...credentials,
      ...openSignIn(base, overrides),
      ...openContent(base, overrides),
      ...integrations,
      ...openid,
      ...webhooks,
      ...openPurchases(base),
      version,
      metrics: openMetrics(),
      captcha: captchaCheck({ log }, config, budget ? { budget } : {}),
      needsSetup: needsSetup({ db }),
      pingDatabase: () => pingDatabase(db),
      checkReadiness: () => checkReadiness(db),
      isStopping: () => stopping,
      stop() {
        stopping = true
      },
      async close() {
        stopping = true
        keys.stop()
        openid.openid.stop()
        await mail.mailWorker.stop(STOP_TIMEOUT)
        await webhooks.webhooks.stop()
        await integrations.discordRoles.stop()
        await base.events.stop()
        await integrations.keyUsage.stop(STOP_TIMEOUT)
        await sessions.refreshOutcomes.stop(STOP_TIMEOUT)
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
