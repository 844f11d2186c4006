import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { makeLauncher } from '../bench/launcher.ts'
import { startSite } from '../bench/site-process.ts'
import { median } from '../bench/statistics.ts'
import { atExitRemoved, type Place } from './place.ts'
import { failuresIn, type Tally, toTable } from './tally.ts'
import { sendTraffic } from './traffic.ts'

const USAGE = `npm run -s soak -- [--minutes 10] [--players 1000000] [--database sqlite|postgresql]

Sends mixed traffic to a large site, on one database after the other. No response may be an error of the
site, and its memory must not grow after a warm-up. Exits with 1 otherwise.`

const SEED = join(import.meta.dirname, '../seed/seed-players.ts')
const SAMPLE_EVERY = 5_000
/** The highest accepted ratio of the memory in the last third of the samples to the memory in the second third. */
const MAX_GROWTH = 1.1

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    players: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else process.exitCode = (await soakAll()) ? 0 : 1
process.exit()

async function soakAll(): Promise<boolean> {
  const folder = atExitRemoved('portal-soak-')
  let isGood = true
  if (values.database !== 'postgresql') {
    const place = { folder: join(folder, 'sqlite'), databaseUrl: '' }
    isGood = await soak('SQLite', place)
  }
  if (values.database !== 'sqlite') {
    const postgres = await startEmbeddedPostgres([])
    const place = { folder: join(folder, 'postgresql'), databaseUrl: postgres.url }
    isGood = (await soak('PostgreSQL', place)) && isGood
    await postgres.stop()
  }
  return isGood
}

async function soak(title: string, place: Place): Promise<boolean> {
  const seeded = Number(values.players)
  await seed(place, seeded)
  const site = await startSite(place.folder, place.databaseUrl)
  try {
    const apiKey = await makeLauncher(site.port, place)
    const tally: Tally = new Map()
    const memory: number[] = []
    const sampling = setInterval(() => memory.push(site.memory()), SAMPLE_EVERY)
    const begunAt = performance.now()
    const until = begunAt + Number(values.minutes) * 60_000
    await sendTraffic({ port: site.port, apiKey, seeded, until, tally })
    clearInterval(sampling)
    return report({ title, seeded, seconds: (performance.now() - begunAt) / 1000, tally, memory })
  } finally {
    await site.stop()
  }
}

/** Seeds as many sessions and audit entries as a site with so many players would have. */
async function seed({ folder, databaseUrl }: Place, players: number): Promise<void> {
  mkdirSync(folder)
  const count = {
    players,
    sessions: players * 3,
    audits: players * 3,
    grants: Math.floor(players / 5),
  }
  const args = Object.entries(count).flatMap(([name, value]) => [`--${name}`, String(value)])
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [SEED, ...args], { cwd: folder, env })
}

type Soaked = { title: string; seeded: number; seconds: number; tally: Tally; memory: number[] }

function report({ title, seeded, seconds, tally, memory }: Soaked): boolean {
  const third = Math.floor(memory.length / 3)
  const [warm, late] = [median(memory.slice(third, -third)), median(memory.slice(-third))]
  const requests = tally.values().reduce((sum, { latencies }) => sum + latencies.length, 0)
  const failures = failuresIn(tally)
  const isFlat = late <= warm * MAX_GROWTH

  console.log(`${title}, ${seeded} players, ${seconds.toFixed(0)} s`)
  console.log(toTable(tally))
  console.log(`${requests} requests, ${(requests / seconds).toFixed(0)}/s`)
  console.log(`failed: ${failures}  ${failures === 0 ? 'good' : 'NOT GOOD'}`)
  const figures = [memory[0], warm, late, Math.max(...memory)].map((mb) => mb?.toFixed(0))
  console.log(`memory: first ${figures[0]}, second third ${figures[1]}, last third ${figures[2]}`)
  console.log(`  peak ${figures[3]} MB  ${isFlat ? 'flat' : 'NOT FLAT'}\n`)
  return failures === 0 && isFlat
}
