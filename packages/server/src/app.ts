import { availableParallelism } from 'node:os'
import type { ShownProvider } from '@portal/contract'
import { type KeyNotes, keyNotes } from './api-key/key-notes.ts'
import { MISSES_ALLOWED, MISSES_ALLOWED_WITH_CAPTCHA } from './auth/login-pause.ts'
import type { Config } from './config.ts'
import { type ServerStatuses, serverStatuses } from './game-server/server-statuses.ts'
import { type Issuers, openIssuers } from './identity/kinds/open-issuers.ts'
import { shownProviders } from './identity/shown-providers.ts'
import { carrierOf } from './mail/carrier.ts'
import { type MailWays, mailWays } from './mail/mail-way.ts'
import { MailWorker, type Postman } from './mail/postman.ts'
import { type PageLinks, pageLinks } from './page/page-links.ts'
import { argon2Passwords, type HashCost, type Passwords } from './password/hash/passwords.ts'
import { answerResetRequests } from './password/request-reset.ts'
import { type ByteCache, byteCache } from './platform/byte-cache.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Db, pingDatabase } from './platform/database/database.ts'
import { migrate, migrationStatus } from './platform/database/migrate-store.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { type Pace, REAL_PACE } from './platform/database/postgres-patience.ts'
import { proveWrites } from './platform/database/prove-writes.ts'
import { keptEncryptionKey } from './platform/keys/encryption-key.ts'
import { KeyRing } from './platform/keys/key-ring.ts'
import { type Turnstile, turnstile } from './platform/limits/turnstile.ts'
import { type Log, openLog } from './platform/log.ts'
import type { Memo } from './platform/memo.ts'
import { type Metrics, openMetrics } from './platform/metrics.ts'
import { type BreachList, breachList } from './platform/outside/breach-list.ts'
import { type Captcha, captchaCheck } from './platform/outside/captcha.ts'
import { askGameStatus } from './platform/outside/game-status.ts'
import { type IdentityHosts, identityHosts } from './platform/outside/identity-hosts.ts'
import { type OldSite, oldSite } from './platform/outside/old-site.ts'
import { type Random, systemRandom } from './platform/random.ts'
import { type AccessTokens, accessTokens } from './session/access-token.ts'
import { type PresentTokens, presentTokens } from './session/present-tokens.ts'
import { RefreshSteps } from './session/refresh-steps.ts'
import { mayGameHostBeInside } from './settings/game-hosts.ts'
import { type SiteSettings, siteSettings } from './settings/settings.ts'
import { waitsForOwner } from './setup/waits-for-owner.ts'
import { version } from './version.ts'

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
  /** See prove-writes.ts. */
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
  const { copyBeforeMigration } = await import('./backup/copy-before-migration.ts') // rarely needed
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
