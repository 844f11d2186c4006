import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { speaksPostgres } from '../../packages/server/src/database/database.ts'
import { systemRandom } from '../../packages/server/src/platform/random.ts'
import { type CallerContext, callerAt, type HotStatement, hotStatements } from './hot-statements.ts'
import { listStatements } from './list-statements.ts'
import { type SeededSite, seededOnPostgres, seededOnSqlite } from './seeded-sites.ts'
import { median } from './statistics.ts'

/** The costs of a statement in microseconds of CPU, including that of the database server. */
export type MillionFigures = {
  database: 'SQLite' | 'PostgreSQL'
  name: string
  few: number
  many: number
  /**
   * The cost with many players divided by the cost with few, if the same number is online. The median over pairs of
   * slices.
   */
  ratio: number
  /** The cost with many players if nearly every query concerns a different player. */
  strangers: number
}

export const FEW = 1000
export const MANY = 1_000_000

/**
 * The number of players who send requests, chosen at random: on the site with few players, all of
 * them.
 */
const ONLINE = 1000

/** The number of pairs of slices, and the microseconds of CPU of a slice. */
export type MillionPace = { rounds: number; slice: number }

/** Concurrent queries: as many as a busy site runs in one turn of the event loop. */
const MAX_CONCURRENT = 16
const FIRST = 640
/** The bounds of a slice, in batches. */
const MIN_SLICES = 2
const MAX_SLICES = 1000

export type Sizes = { few: number; many: number }

type MillionContext = { cleanUp: AsyncDisposableStack; progress(text: string): void }

export async function measureMillion(
  folder: string,
  pace: MillionPace,
  { few: fewest, many: most }: Sizes,
  { cleanUp, progress }: MillionContext,
): Promise<MillionFigures[]> {
  const figures: MillionFigures[] = []
  const databases = most > MANY ? (['PostgreSQL'] as const) : (['SQLite', 'PostgreSQL'] as const)
  for (const database of databases) {
    progress(`${database}: ${fewest} and ${most} players, which takes minutes at the first time`)
    const seeded = database === 'SQLite' ? seededOnSqlite(folder) : await seededOnPostgres(folder)
    cleanUp.defer(() => seeded.stop())
    const few = await seeded.open(fewest)
    const many = await seeded.open(most)
    for (const statement of [...hotStatements, ...listStatements]) {
      progress(`${database}: ${statement.name}`)
      figures.push({ database, ...(await compare(statement, { few, many }, pace)) })
    }
    await few.db.destroy()
    await many.db.destroy()
  }
  return figures
}

async function compare(
  statement: HotStatement,
  { few, many }: { few: SeededSite; many: SeededSite },
  { rounds, slice: wanted }: MillionPace,
): Promise<Omit<MillionFigures, 'database'>> {
  const among = (site: SeededSite, players: readonly number[]) => (asked: number) =>
    measureSlice(statement, site, drawn(asked, players, site))
  const sliceOfFew = among(few, online(few))
  const sliceOfMany = among(many, online(many))
  const sliceOfAll = among(many, [])
  await sliceOfMany(FIRST)
  const times = wanted / (await sliceOfFew(FIRST)) / MAX_CONCURRENT
  const asked = MAX_CONCURRENT * Math.ceil(Math.min(Math.max(times, MIN_SLICES), MAX_SLICES))
  const slices: { few: number; many: number; strangers: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    slices.push({
      few: await sliceOfFew(asked),
      many: await sliceOfMany(asked),
      strangers: await sliceOfAll(asked),
    })
  }
  return {
    name: statement.name,
    few: median(slices.map((slice) => slice.few)),
    many: median(slices.map((slice) => slice.many)),
    ratio: median(slices.map((slice) => slice.many / slice.few)),
    strangers: median(slices.map((slice) => slice.strangers)),
  }
}

function online(site: SeededSite): number[] {
  return Array.from({ length: ONLINE }, () => chance(site.players))
}

/** Returns random callers from a list of players, or from all players if the list is empty. */
function drawn(asked: number, players: readonly number[], site: SeededSite): CallerContext[] {
  return Array.from({ length: asked }, () =>
    callerAt(players[chance(players.length)] ?? chance(site.players), site),
  )
}

function chance(below: number): number {
  return below === 0 ? 0 : systemRandom.bytes(4).readUInt32LE() % below
}

/** Runs a statement for a slice. @returns the microseconds of CPU per query */
async function measureSlice(
  { ask, undo }: HotStatement,
  site: SeededSite,
  askers: readonly CallerContext[],
): Promise<number> {
  const servers = await serversOf(site)
  const before = cpuOf(servers)
  for (let first = 0; first < askers.length; first += MAX_CONCURRENT) {
    await Promise.all(askers.slice(first, first + MAX_CONCURRENT).map((who) => ask(site, who)))
  }
  const used = cpuOf(servers) - before
  await undo?.(site)
  return used / askers.length
}

async function serversOf({ db }: SeededSite): Promise<number[]> {
  if (!speaksPostgres(db)) return []
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** Returns the CPU time of this process and the given ones so far, in microseconds. */
function cpuOf(servers: readonly number[]): number {
  const { user, system } = process.cpuUsage()
  return servers.reduce((sum, pid) => sum + cpuOfProcess(pid), user + system)
}

/** Returns the CPU time of a process in microseconds, read from the Linux scheduler; 0 on other systems. */
function cpuOfProcess(pid: number): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) / 1000 : 0
}
