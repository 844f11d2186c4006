import { availableParallelism } from 'node:os'
import type { ShownProvider } from '@portal/contract'
import { type ServerStatuses, serverStatuses } from './content/home/server-statuses.ts'
import { type PageLinks, pageLinks } from './content/pages/page-links.ts'
import { type Issuers, openIssuers } from './credentials/linked-accounts/protocols/open-issuers.ts'
import { shownProviders } from './credentials/linked-accounts/public-providers.ts'
import { answerResetRequests } from './credentials/password/request-reset.ts'
import {
  argon2Passwords,
  type HashCost,
  type Passwords,
} from './credentials/password-hash/passwords.ts'
import { proveWrites } from './database/check-writable.ts'
import { type Db, pingDatabase } from './database/database.ts'
import { migrate, migrationStatus } from './database/migrations/migrate-store.ts'
import { openDatabase } from './database/open-database.ts'
import { type Pace, REAL_PACE } from './database/timeouts.ts'
import { type KeyNotes, keyNotes } from './integrations/api-keys/key-usage.ts'
import { carrierOf } from './mail/mail-transport.ts'
import { MailWorker, type Postman } from './mail/mail-worker.ts'
import { type MailWays, mailWays } from './mail/smtp-config.ts'
import { waitsForOwner } from './operations/setup/needs-setup.ts'
import { type ByteCache, byteCache } from './platform/cache/byte-cache.ts'
import type { Memo } from './platform/cache/ttl-cache.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Turnstile, turnstile } from './platform/concurrency-limiter.ts'
import { type Log, openLog } from './platform/log.ts'
import { type Metrics, openMetrics } from './platform/metrics/metrics.ts'
import { type BreachList, breachList } from './platform/outbound/breach-list.ts'
import { type Captcha, captchaCheck } from './platform/outbound/captcha.ts'
import { askGameStatus } from './platform/outbound/game-server-status.ts'
import { type IdentityHosts, identityHosts } from './platform/outbound/identity-provider-client.ts'
import { type OldSite, oldSite } from './platform/outbound/previous-site.ts'
import { type Random, systemRandom } from './platform/random.ts'
import { version } from './platform/version.ts'
import { keptEncryptionKey } from './security/keys/encryption-key.ts'
import { KeyRing } from './security/keys/key-ring.ts'
import { MISSES_ALLOWED, MISSES_ALLOWED_WITH_CAPTCHA } from './security/lockout/login-lockout.ts'
import { type AccessTokens, accessTokens } from './sessions/access-token.ts'
import { type PresentTokens, presentTokens } from './sessions/refresh/recent-sessions.ts'
import { RefreshSteps } from './sessions/refresh/refresh-outcomes.ts'
import type { Config } from './settings/config.ts'
import { mayGameHostBeInside } from './settings/game-hosts.ts'
import { type SiteSettings, siteSettings } from './settings/settings.ts'

/** Everything the server is made of. A function takes the part it uses: `Pick<App, 'db'>`. */
export type App = {
  config: Config
  version: string
  log: Log
  metrics: Metrics
  clock: Clock
  random: Random
  db: Db
  keys: KeyRing
  settings: SiteSettings
  gameServers: ServerStatuses
  /** What menus and footers link to. */
  pageLinks: PageLinks
  passwords: Passwords
  accessTokens: AccessTokens
  steps: RefreshSteps
  presentTokens: PresentTokens
  mailWays: MailWays
  waitsForOwner(): Promise<boolean>
  postman: Postman
  keyNotes: KeyNotes
  breachList: BreachList
  oldSite: OldSite
  /** Services whose accounts players link: how they are asked, and what issuers say of themselves. */
  identityHosts: IdentityHosts
  issuers: Issuers
  /** Those that are on, for `/config`. */
  shownProviders: Memo<ShownProvider[]>
  /** Undefined when the site asks for no captcha. */
  captcha: Captcha | undefined
  /** Limits how many sign-ins are decided at once (see check-credentials.ts). */
  loginTurn: Turnstile
  /** Limit how many uploads are read, and how many renders are drawn, at once (see texture/). */
  textureTurn: Turnstile
  renderTurn: Turnstile
  /** Limits how many profiles that anybody may ask for are signed at once (see yggdrasil/). */
  signingTurn: Turnstile
  /** Textures and renders that were requested recently. */
  pictures: ByteCache
  /** How many misses lead to a pause (docs/contract.md#signing-in). */
  missesAllowed: number
  /** How long a second is to whoever waits for the database. */
  pace: Pace
  pingDatabase(): Promise<void>
  /** See check-writable.ts. */
  proveWrites(): Promise<void>
  isStopping(): boolean
  /** Marks the process as ending, so that it is no longer ready. */
  stop(): void
  close(): Promise<void>
}

/** Parts of the outside world that tests replace. */
export type World = {
  clock?: Clock
  random?: Random
  log?: Log
  hashCost?: HashCost
  pace?: Pace
  /** How often the postman looks for mail by itself. */
  mailLookedForEvery?: number
  rsaBits?: number
  /** Sends requests to services whose accounts players link. */
  reach?: typeof fetch
  /** How long other hosts may take for an answer; otherwise each kind of them has its own limit. */
  answeredWithin?: number
}

const POSTMAN_PATIENCE = 2000
const NOTES_PATIENCE = 2000
const STEPS_PATIENCE = 2000
const PICTURES_AT_ONCE = 2 // each takes up to 20 MB while it is read
const UPLOADS_WAITING = 64 // each holds up to 2 MB
const RENDERS_WAITING = 2000 // a list of players requests all faces at once
const SIGNED_AT_ONCE = 2 // each takes milliseconds of the threads that hash passwords
const SIGNING_WAITING = 256
const PICTURE_BYTES = 32 * 1024 * 1024

/** Migrates on a separate connection whose statements may take long. */
async function bringUpToDate(
  db: Db,
  { config, clock, random, log }: Pick<App, 'config' | 'clock' | 'random' | 'log'>,
): Promise<void> {
  const { pending, newer } = await migrationStatus(db)
  if (newer.length > 0) {
    log.warn({ newer }, 'the next version has migrated the database: update this instance soon')
  }
  if (pending.length === 0) return
  const { copyBeforeMigration } = await import('./operations/backup/copy-before-migration.ts') // rarely needed
  const copy = await copyBeforeMigration(db, { config, clock, random })
  if (copy) log.info({ copy }, 'a copy of the database was kept before it is migrated')
  const patient = await openDatabase(config, { patient: true })
  try {
    const applied = await migrate(patient, clock)
    if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  } finally {
    await patient.destroy()
  }
}

/**
 * Opens the database and migrates it, then opens the keys and everything that depends on them.
 *
 * @throws NewerDatabase, WrongEncryptionKey, or the database's own error.
 */
export async function openApp(config: Config, world: World = {}): Promise<App> {
  const { clock = systemClock, random = systemRandom, log = openLog(config.logLevel) } = world
  const { pace = REAL_PACE } = world
  const db = await openDatabase(config, { pace })
  try {
    await bringUpToDate(db, { config, clock, random, log })

    const encryptionKey = config.encryptionKey ?? keptEncryptionKey(config.dataDir, random)
    const { rsaBits, mailLookedForEvery: looksEvery } = world
    const keys = await KeyRing.open(
      { db, clock, random, ...(rsaBits && { rsaBits }) },
      encryptionKey,
    )
    const workers = availableParallelism()
    const passwords = await argon2Passwords(random, workers, world.hashCost)
    const settings = siteSettings({ db, clock }, config)
    await settings.read()
    const ways = mailWays({ db, clock, keys }, config)
    const carrier = carrierOf({ mailWays: ways, settings, log }, config)
    const postman: Postman = new MailWorker({ db, clock, keys, log }, carrier, {
      connections: config.smtpConnections,
      ...(looksEvery && { looksEvery }),
      fill: () => answerResetRequests({ db, clock, random, config, keys, settings, postman }),
    })
    const steps = new RefreshSteps({ db, clock, random })
    const bounds = world.answeredWithin ? { budget: world.answeredWithin } : {}
    const hosts = identityHosts({ log, clock }, world.reach, bounds)
    const notes = keyNotes({ db, clock, random, keys, settings, postman, log })
    let stopping = false

    return {
      config,
      version,
      log,
      metrics: openMetrics(),
      clock,
      random,
      db,
      keys,
      settings,
      pageLinks: pageLinks({ db, clock, settings }),
      gameServers: serverStatuses({ settings, clock, log }, async (server) =>
        askGameStatus(server, {
          ...bounds,
          isAllowedInside: await mayGameHostBeInside({ db, config }, server.host),
        }),
      ),
      passwords,
      accessTokens: accessTokens({ clock, random, keys }, config),
      steps,
      presentTokens: presentTokens(),
      mailWays: ways,
      waitsForOwner: waitsForOwner({ db }),
      postman,
      keyNotes: notes,
      breachList: breachList({ log, clock }, config, bounds),
      oldSite: oldSite({ log, clock, random, config }, bounds),
      identityHosts: hosts,
      issuers: openIssuers({ clock, identityHosts: hosts }),
      shownProviders: shownProviders({ db, clock }),
      captcha: captchaCheck({ log }, config, bounds),
      loginTurn: turnstile(workers * 2, workers * 64),
      textureTurn: turnstile(PICTURES_AT_ONCE, UPLOADS_WAITING),
      renderTurn: turnstile(PICTURES_AT_ONCE, RENDERS_WAITING),
      signingTurn: turnstile(SIGNED_AT_ONCE, SIGNING_WAITING),
      pictures: byteCache(PICTURE_BYTES),
      missesAllowed: config.captcha ? MISSES_ALLOWED_WITH_CAPTCHA : MISSES_ALLOWED,
      pace,
      pingDatabase: () => pingDatabase(db),
      proveWrites: () => proveWrites(db),
      isStopping: () => stopping,
      stop() {
        stopping = true
      },
      async close() {
        stopping = true
        keys.yggdrasil.stop()
        await postman.stop(POSTMAN_PATIENCE)
        await notes.stop(NOTES_PATIENCE)
        await steps.stop(STEPS_PATIENCE)
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
