import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SettingName } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { type App, openApp } from '../../src/app.ts'
import type { HashCost } from '../../src/credentials/password-hash/passwords.ts'
import type { TimeScale } from '../../src/database/timeouts.ts'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { openLog } from '../../src/platform/log.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { buildSite } from '../../src/server.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upsertSetting } from '../../src/settings/setting-store.ts'
import { type Browser, openBrowser } from './browser.ts'
import { newPostgresSite, putModelInto } from './empty-site.ts'

export type DatabaseKind = 'SQLite' | 'PostgreSQL'

/** The databases of the tests: `npm test -- --quick` skips PostgreSQL. */
export const databases: readonly DatabaseKind[] = process.env.TEST_QUICK
  ? ['SQLite']
  : ['SQLite', 'PostgreSQL']

export type SiteOptions = {
  /** Environment variables that override the defaults of a test site. */
  env?: Record<string, string>
  /** Settings that differ from those of a new site, as texts. */
  settings?: Partial<Record<SettingName, string>>
  /** How many servers share the database (default 1). */
  instances?: number
  /** The cost of a password hash; minimal by default. */
  hashCost?: HashCost
  /** Scales database timeouts, in tests of outages. */
  timeScale?: TimeScale
  /** Answers requests to the services whose accounts players link; by default they are unreachable. */
  fetch?: typeof fetch
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** The password of every player that `site.player` makes. */
export const PASSWORD = 'correct horse battery'

/** The settings that most tests rely on. They are not left to their defaults, which may change. */
const SET_UP = { defaultLanguage: 'en', emailConfirmation: 'off' }

/** A cheap password hash: a real one costs 9 ms of two cores, and a test signs in a dozen times. */
const CHEAP: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** A short RSA key: a key of the usual size takes seconds to generate. */
const RSA_BITS = 1024

/**
 * Lengthens database timeouts tenfold, because a busy machine may stall for some seconds, which must not count as an
 * outage.
 */
export const LONG_TIMEOUTS: TimeScale = { second: 10 * SECOND }
const OUTBOUND_TIMEOUT = MINUTE

/** Runs a test on both databases, each time with the real server and a database of its own. */
export function siteTest(
  name: string,
  run: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  for (const database of databases) {
    test(`${name} (${database})`, async () => {
      const site = await openSite(database, options)
      try {
        await run(site)
      } finally {
        await site.close()
      }
    })
  }
}

/** Opens a whole site: the real HTTP stack and database, a clock that the test moves, mails written to files. */
export async function openSite(database: DatabaseKind, options: SiteOptions = {}) {
  await using opening = new AsyncDisposableStack() // closes the opened parts if a later one fails to open
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  opening.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = database === 'PostgreSQL' ? await newPostgresSite() : undefined
  opening.defer(() => postgres?.drop())
  if (!postgres) putModelInto(dataDir)
  const env = {
    PUBLIC_URL: 'http://localhost:8080',
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url }),
    LOG_LEVEL: 'debug',
    BREACH_API_URL: 'http://127.0.0.1:9', // a closed port, so passwords are accepted unchecked
    ...options.env,
  }
  let now = Date.UTC(2030, 0, 1, 12)
  const clock = { now: () => now }
  const logLines: string[] = []
  const log = openLog(env.LOG_LEVEL, {
    write: (text) => void logLines.push(...text.trimEnd().split('\n')),
  })

  const { hashCost = CHEAP } = options
  const instances: { app: App; server: FastifyInstance }[] = []
  for (let count = 0; count < (options.instances ?? 1); count += 1) {
    const app = await openApp(readConfig(env), {
      clock,
      random: systemRandom,
      log,
      hashCost,
      rsaBits: RSA_BITS,
      timeScale: options.timeScale ?? LONG_TIMEOUTS,
      mailPollInterval: DAY, // otherwise a mail might be sent while a test queues the next one
      outboundTimeout: OUTBOUND_TIMEOUT,
      fetch: options.fetch ?? unreachable,
    })
    opening.defer(() => app.close())
    await putSettings(app, { ...SET_UP, ...options.settings })
    const server = await buildSite(app)
    opening.defer(() => server.close())
    instances.push({ app, server })
  }
  const [first] = instances
  if (!first) throw new Error('a site has at least one instance')
  const open = opening.move()

  return {
    database,
    app: first.app,
    server: first.server,
    instances,
    dataDir,
    databaseUrl: postgres?.url ?? '',
    env,
    logLines,
    now: () => now,
    wait(duration: number) {
      now += duration
    },

    /** Makes a browser or program with its own cookies; `instance` is the server that it calls. */
    browser: (settings: { agent?: string; instance?: number; ip?: string } = {}): Browser =>
      openBrowser(instances[settings.instance ?? 0]?.server ?? first.server, settings),

    /** Registers a player in a browser of their own with `language` as its preferred language. */
    async player(
      username: string,
      settings: { agent?: string; ip?: string; language?: string } = {},
    ) {
      const browser = openBrowser(first.server, settings)
      const email = `${username.toLowerCase()}@example.org`
      const reply = await browser.post(
        '/auth/register',
        { username, email, password: PASSWORD },
        settings.language ? { 'accept-language': settings.language } : {},
      )
      if (reply.status !== 201) throw new Error(`register: ${JSON.stringify(reply.body)}`)
      return {
        username,
        email,
        id: String(reply.body.user.uuid),
        browser,
        accessToken: String(reply.body.accessToken),
        refreshToken: String(reply.body.refreshToken),
      }
    },

    /** Reads every mail sent so far, in order. */
    async mails(): Promise<Email[]> {
      for (const { app } of instances) await app.mailWorker.flush()
      const folder = join(dataDir, 'mail')
      const files = existing(() => readdirSync(folder).sort()) ?? []
      return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
    },

    /** Closes all parts in reverse order, each even if another fails to close. */
    close: () => open.disposeAsync(),
  }
}

/** Changes settings before they are first read, without audit entries. */
async function putSettings(app: App, settings: SiteOptions['settings'] = {}): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await upsertSetting(app.db, { name, value })
  app.settings.invalidate()
}

/** Rejects every request to an external service by default. */
async function unreachable(): Promise<never> {
  throw new Error('no external service in tests')
}

function existing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
