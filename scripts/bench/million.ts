import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { speaksPostgres } from '../../packages/server/src/platform/database/database.ts'
import { systemRandom } from '../../packages/server/src/platform/random.ts'
import { type Asker, askerAt, type HotStatement, hotStatements } from './hot-statements.ts'
import { type SeededSite, seededOnPostgres, seededOnSqlite } from './seeded-sites.ts'
import { median } from './statistics.ts'

/** What a statement costs, in microseconds of CPU, of the process and of the database's. */
export type MillionFigures = {
  database: 'SQLite' | 'PostgreSQL'
  name: string
  few: number
  many: number
  /** The median over pairs of alternating slices: many players over few. */
  ratio: number
}

export const FEW = 1000
export const MANY = 1_000_000

/** How many pairs of slices, and how many microseconds of CPU a slice takes. */
export type MillionPace = { rounds: number; slice: number }

/** As many ask at once as a busy site answers in a turn of the event loop. */
const AT_ONCE = 16
const FIRST = 640

/** Compares the hot statements of a site with a thousand players and of one with a million. */
export async function measureMillion(
  folder: string,
  pace: MillionPace,
  { cleanUp, progress }: { cleanUp: AsyncDisposableStack; progress(text: string): void },
): Promise<MillionFigures[]> {
  const figures: MillionFigures[] = []
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    progress(`${database}: ${FEW} and ${MANY} players, which takes minutes at the first time`)
    const seeded = database === 'SQLite' ? seededOnSqlite(folder) : await seededOnPostgres(folder)
    cleanUp.defer(() => seeded.stop())
    const few = await seeded.open(FEW)
    const many = await seeded.open(MANY)
    for (const statement of hotStatements) {
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
  await measureSlice(statement, many, FIRST)
  const cost = await measureSlice(statement, few, FIRST)
  const asked = Math.ceil(wanted / cost / AT_ONCE) * AT_ONCE
  const slice = (site: SeededSite) => measureSlice(statement, site, asked)
  const pairs: { few: number; many: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ few: await slice(few), many: await slice(many) })
  }
  return {
    name: statement.name,
    few: median(pairs.map((pair) => pair.few)),
    many: median(pairs.map((pair) => pair.many)),
    ratio: median(pairs.map((pair) => pair.many / pair.few)),
  }
}

/** Asks about players chosen by chance. @returns the microseconds of CPU that one question takes. */
async function measureSlice(
  { ask, undo }: HotStatement,
  site: SeededSite,
  asked: number,
): Promise<number> {
  const batches: Asker[][] = Array.from({ length: asked / AT_ONCE }, () =>
    Array.from({ length: AT_ONCE }, () =>
      askerAt(systemRandom.bytes(4).readUInt32LE() % site.players, site),
    ),
  )
  const servers = await serversOf(site)
  const before = cpuOf(servers)
  for (const batch of batches) await Promise.all(batch.map((who) => ask(site, who)))
  const used = cpuOf(servers) - before
  await undo?.(site)
  return used / asked
}

/** The processes of PostgreSQL that serve this site. */
async function serversOf({ db }: SeededSite): Promise<number[]> {
  if (!speaksPostgres(db)) return []
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** The CPU time of this process and these processes so far, in microseconds. */
function cpuOf(servers: readonly number[]): number {
  const { user, system } = process.cpuUsage()
  return servers.reduce((sum, pid) => sum + cpuOfProcess(pid), user + system)
}

/** From the scheduler of Linux, which counts nanoseconds; elsewhere only this process is seen. */
function cpuOfProcess(pid: number): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) / 1000 : 0
}
