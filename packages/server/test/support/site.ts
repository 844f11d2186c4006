import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { type App, openApp } from '../../src/app.ts'
import type { HashCost } from '../../src/credentials/password-hash/passwords.ts'
import type { Pace } from '../../src/database/timeouts.ts'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { openLog } from '../../src/platform/log.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { buildSite } from '../../src/server.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type Browser, openBrowser } from './browser.ts'
import { newPostgresSite, putModelInto } from './empty-site.ts'

export type DatabaseKind = 'SQLite' | 'PostgreSQL'

/** The databases that stories run on: `npm test -- --quick` leaves PostgreSQL out. */
export const databases: readonly DatabaseKind[] = process.env.TEST_QUICK
  ? ['SQLite']
  : ['SQLite', 'PostgreSQL']

export type SiteOptions = {
  /** Environment variables that override the defaults of a test site. */
  env?: Record<string, string>
  /** How many servers share the database (default 1). */
  instances?: number
  /** The cost of a password hash; next to nothing unless a test is about that. */
  hashCost?: HashCost
  /** Another second for whoever waits for the database, in stories about that. */
  pace?: Pace
  /** Stands for the services whose accounts players link. */
  reach?: typeof fetch
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** The password of every player that `site.player` makes. */
export const PASSWORD = 'correct horse battery'

/** A real hash costs 9 ms of both cores, and a test signs in a dozen times. */
const CHEAP: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** A key of the usual size takes seconds. */
const RSA_BITS = 1024

/** On a machine that is busy with other tests everything may stand still for some seconds: that is no outage. */
const CALM: Pace = { second: 10 * SECOND }
const ANSWERED_WITHIN = MINUTE

/** Runs a test on both databases, each time with the real server and a database of its own. */
export function siteTest(
  name: string,
  story: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  for (const database of databases) {
    test(`${name} (${database})`, async () => {
      const site = await openSite(database, options)
      try {
        await story(site)
      } finally {
        await site.close()
      }
    })
  }
}

/**
 * Opens a whole site: the real HTTP stack and database, a clock moved by hand, mails kept as files.
 */
export async function openSite(database: DatabaseKind, options: SiteOptions = {}) {
  await using opening = new AsyncDisposableStack() // closes what is open if the rest fails to open
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
    BREACH_API_URL: 'http://127.0.0.1:9', // nobody listens there, so passwords are accepted unchecked
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
      pace: options.pace ?? CALM,
      mailLookedForEvery: DAY, // or a mail might leave while a story still writes the next one
      answeredWithin: ANSWERED_WITHIN,
      reach: options.reach ?? nobodyThere,
    })
    opening.defer(() => app.close())
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

    /** Makes a browser or program with its own cookies; `instance` is the server it talks to. */
    browser: (settings: { agent?: string; instance?: number; ip?: string } = {}): Browser =>
      openBrowser(instances[settings.instance ?? 0]?.server ?? first.server, settings),

    /** Registers a player in a browser of their own, which asks for `language`. */
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
      for (const { app } of instances) await app.postman.round()
      const folder = join(dataDir, 'mail')
      const files = existing(() => readdirSync(folder).sort()) ?? []
      return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
    },

    /** Closes all parts, the last first, each even if another cannot be closed. */
    close: () => open.disposeAsync(),
  }
}

/** What is outside of this machine is away, unless a test opens it. */
async function nobodyThere(): Promise<never> {
  throw new Error('nobody is there')
}

function existing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
