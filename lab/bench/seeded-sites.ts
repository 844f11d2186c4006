import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { insertNews } from '../../packages/server/src/content/news/news-store.ts'
import type { Db } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrations/migrate-store.ts'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { hashOfSecret } from '../../packages/server/src/integrations/api-keys/api-key.ts'
import { insertApiKey } from '../../packages/server/src/integrations/api-keys/api-key-store.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { newSortableId, systemRandom } from '../../packages/server/src/platform/random.ts'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'

/** The database of a seeded site. `now` is the instant at which it was filled: its sessions are open at that time. */
export type SeededSite = { db: Db; players: number; now: number }

/** A database server, and seeded sites on it that stay in a folder for the next run. */
export type Seeded = {
  open(players: number): Promise<SeededSite>
  stop(): Promise<void>
}

export const KEY_HASH = hashOfSecret('the key of a launcher server')
const NEWS = 20
const SEED = join(import.meta.dirname, '../seed/seed-players.ts')

export function seededOnSqlite(folder: string): Seeded {
  return {
    async open(players) {
      const dataDir = join(folder, `sqlite-${players}`)
      const place = { dataDir, databaseUrl: '' }
      return openFilled(place, players, `${dataDir}.filled`, async () =>
        rmSync(dataDir, { recursive: true, force: true }),
      )
    },
    stop: async () => undefined,
  }
}

export async function seededOnPostgres(folder: string): Promise<Seeded> {
  mkdirSync(folder, { recursive: true })
  const server = await startEmbeddedPostgres([], join(folder, 'postgresql'))
  const run = async (sql: string, url = server.url): Promise<void> => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  return {
    async open(players) {
      const name = `players_${players}`
      const databaseUrl = server.url.replace(/\w+$/, name)
      const place = { dataDir: join(folder, name), databaseUrl }
      const marker = join(folder, `postgresql-${players}.filled`)
      const isNew = !existsSync(marker)
      const site = await openFilled(place, players, marker, async () => {
        await run(`drop database if exists ${name}`)
        await run(`create database ${name}`)
      })
      if (isNew) await run('vacuum analyze', databaseUrl) // as autovacuum does eventually
      return site
    },
    stop: server.stop,
  }
}

type DatabasePlace = { dataDir: string; databaseUrl: string }

/** Opens a seeded database. Fills it if it does not exist yet. */
async function openFilled(
  place: DatabasePlace,
  players: number,
  marker: string,
  makeEmpty: () => Promise<void>,
): Promise<SeededSite> {
  const isFilled = existsSync(marker)
  if (!isFilled) {
    await makeEmpty()
    await seed(place, players)
  }
  const db = await openDatabase(place)
  await migrate(db, systemClock)
  if (!isFilled) {
    await addNewsAndKey(db)
    writeFileSync(marker, String(systemClock.now()))
  }
  return { db, players, now: Number(readFileSync(marker, 'utf8')) }
}

async function seed({ dataDir, databaseUrl }: DatabasePlace, players: number): Promise<void> {
  const counts = {
    players,
    sessions: players * 3,
    grants: Math.ceil(players / 5),
    audits: players,
  }
  const options = Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)])
  const inside = databaseUrl ? ['--inside'] : []
  await promisify(execFile)(process.execPath, [SEED, ...options, ...inside], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
}

async function addNewsAndKey(db: Db): Promise<void> {
  const now = systemClock.now()
  const key = { name: 'Bench', permissions: [], addresses: ['127.0.0.1'], author: 'command' }
  const untouched = {
    revokedAt: null,
    usedAt: null,
    usedIp: null,
    refusedAt: null,
    refusedIp: null,
  }
  const id = newSortableId(systemRandom, now)
  await insertApiKey(db, { id, ...key, createdAt: now, ...untouched }, { hash: KEY_HASH })
  for (let n = 0; n < NEWS; n += 1) {
    const text = `The ${n}th update is out`
    const texts = { title: text, summary: text, body: text, html: text, plainText: text }
    const details = {
      format: 'markdown',
      tag: null,
      link: null,
      banner: null,
      translation: null,
    } as const
    const times = { createdAt: now, updatedAt: now, publishedAt: now }
    const id = newSortableId(systemRandom, now)
    await insertNews(db, { id, ...texts, ...details, ...times, author: 'command' })
  }
}
