import { mkdirSync } from 'node:fs'
import type { Baselines } from './baselines.ts'
import { makeLauncher } from './launcher.ts'
import { load } from './load.ts'
import { measureOverload, type OverloadFigures } from './load-generator.ts'
import { type MailFigures, measureMail } from './measure-mail.ts'
import {
  close,
  connect,
  measureRow,
  type Place,
  type RowFigures,
  type SliceLengths,
  visitor,
} from './measure-row.ts'
import { makeOpenId } from './openid.ts'
import { makePlayers } from './players.ts'
import { openPostgresBaseline } from './postgres-baseline.ts'
import { makePublicWork } from './public-work.ts'
import { askMe, CHAINS, rows, SIGN_INS, signIn } from './rows.ts'
import { startSite } from './site-process.ts'
import { median, percentile } from './statistics.ts'
import { makeGames } from './yggdrasil.ts'

export type Database = 'SQLite' | 'PostgreSQL'

/** How long each part is measured. Times are in milliseconds. */
export type Plan = {
  reads: SliceLengths
  signIns: SliceLengths
  mixed: number
  overload: number
  mail: number
  /** How many events are sent to measure the delay of webhooks. */
  deliveries: number
  starts: number
}

/** The figures of one site. Times are in milliseconds, memory in MB (10^6 bytes). */
export type SiteFigures = {
  database: Database
  rows: RowFigures[]
  mixed: {
    connections: number
    signIns: number
    rate: number
    signInRate: number
    p50: number
    p99: number
  }
  /** Empty on PostgreSQL: overload and mail are measured on SQLite only. */
  overload: OverloadFigures[]
  mail: MailFigures | undefined
  start: { first: number; again: number[]; median: number }
  memory: { atStart: number; afterLoad: number }
}

export type Surroundings = {
  folder: string
  databaseUrl: string
  baselines: Baselines
  plan: Plan
  progress(text: string): void
}

const MIXED_READERS = 4

/** Measures only how long readers wait during overload, on a new site. */
export async function measureOverloadedSite({
  folder,
  databaseUrl,
  plan,
}: Pick<Surroundings, 'folder' | 'databaseUrl' | 'plan'>): Promise<OverloadFigures[]> {
  mkdirSync(folder)
  const site = await startSite(folder, databaseUrl)
  try {
    const apiKey = await makeLauncher(site.port, { folder, databaseUrl })
    const made = await makePlayers(site.port, { chains: 0, signIns: 0 })
    await makePublicWork({ folder, databaseUrl })
    return await measureOverload(
      { port: site.port, players: { ...made, apiKey, games: [] } },
      plan.overload,
    )
  } finally {
    await site.stop()
  }
}

/**
 * Measures a site: the first start, with an empty database and no compiled code; then load and memory after
 * a normal start; then more starts with the data of the load.
 */
export async function measureSite(
  database: Database,
  { folder, databaseUrl, baselines, plan, progress }: Surroundings,
): Promise<SiteFigures> {
  mkdirSync(folder)
  progress(`${database}: first start`)
  const [first] = await measureStarts(folder, databaseUrl, 1)
  const site = await startSite(folder, databaseUrl)
  const atStart = site.memory()
  try {
    progress(`${database}: players`)
    const apiKey = await makeLauncher(site.port, { folder, databaseUrl })
    const made = await makePlayers(site.port, { chains: CHAINS, signIns: SIGN_INS })
    const games = await makeGames(site.port, { folder, databaseUrl }, made.all)
    const players = { ...made, apiKey, games }
    const raw = databaseUrl ? await openPostgresBaseline(databaseUrl) : undefined
    const place = { port: site.port, players, baselines, raw }
    const figures: RowFigures[] = []
    for (const row of rows) {
      progress(`${database}: ${row.name}`)
      const pace = row.baseline === 'bare argon2id' ? plan.signIns : plan.reads
      figures.push(await measureRow(row, place, pace))
    }
    await raw?.stop()
    progress(`${database}: GET /auth/me while others sign in`)
    const mixed = await measureMixed(place, plan.mixed)
    const memory = { atStart, afterLoad: site.memory() }
    // last, because a site without clients does not load the provider
    for (const row of await makeOpenId(site.port, { folder, databaseUrl }, made.usernames)) {
      progress(`${database}: ${row.name}`)
      figures.push(await measureRow(row, { ...place, raw: undefined }, plan.reads))
    }
    const overload: OverloadFigures[] = []
    if (database === 'SQLite') {
      progress(`${database}: GET /auth/me while others hammer public endpoints`)
      await makePublicWork({ folder, databaseUrl })
      overload.push(...(await measureOverload(place, plan.overload)))
    }
    await site.stop()

    progress(`${database}: later starts`)
    const again = await measureStarts(folder, databaseUrl, plan.starts)
    progress(`${database}: codes while notices wait`)
    const mailed = { folder, databaseUrl, usernames: made.all, duration: plan.mail }
    const mail = database === 'SQLite' ? await measureMail(mailed) : undefined
    const start = { first: first ?? Number.NaN, again, median: median(again) }
    return { database, rows: figures, mixed, overload, mail, start, memory }
  } finally {
    await site.stop()
  }
}

/** Measures how long a few readers wait while the site verifies passwords as fast as it can. */
async function measureMixed(place: Place, duration: number): Promise<SiteFigures['mixed']> {
  const { port, players } = place
  const reading = await connect(port, MIXED_READERS)
  const signing = await connect(port, SIGN_INS)
  const [reads, signIns] = await Promise.all([
    load(
      reading.map((one, n) => visitor({ name: 'GET /auth/me' }, askMe(players, n), one)),
      duration,
    ),
    load(
      signing.map((one, n) => visitor({ name: 'POST /auth/login' }, signIn(players, n), one)),
      duration,
    ),
  ])
  close([...reading, ...signing])
  return {
    connections: MIXED_READERS,
    signIns: SIGN_INS,
    rate: reads.rate,
    signInRate: signIns.rate,
    p50: median(reads.latencies),
    p99: percentile(reads.latencies, 0.99),
  }
}

/** Starts and stops the site several times. @returns how long each start took. */
async function measureStarts(
  folder: string,
  databaseUrl: string,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (let start = 0; start < count; start += 1) {
    const site = await startSite(folder, databaseUrl)
    times.push(site.readyAfter)
    await site.stop()
  }
  return times
}
