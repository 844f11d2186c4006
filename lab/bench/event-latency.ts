import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { listenToEvents } from '../../packages/launcher-module/src/site/event-listener.ts'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { openConnection, writeRequest } from './http-client.ts'
import { makeLauncher } from './launcher.ts'
import { load } from './load.ts'
import { makePlayers, PASSWORD } from './players.ts'
import { type SiteProcess, startSite } from './site-process.ts'
import { median, percentile } from './statistics.ts'

const CHANGES = 300
const LISTENERS = 1000
const PAIRS = 10
const SLICE = 6000
const IDLE = 10_000
const READERS = 8
/** The pause in ms after streams are opened or closed, in which the site finishes its work for them. */
const SETTLING = 2000
const PORTAL = join(import.meta.dirname, '../../packages/server/bin/portal.js')

/**
 * Measures how long a change takes to reach a launcher server that follows events, and what 1,000 streams cost
 * `GET /auth/launcher/user` while an event arrives every second.
 */
await run('SQLite, one process', '')
const postgres = await startEmbeddedPostgres([])
await run('PostgreSQL, two processes', postgres.url)
await postgres.stop()

async function run(name: string, databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'data'))
  const changing = await startSite(folder, databaseUrl)
  const streaming = databaseUrl ? await startSite(folder, databaseUrl) : changing
  const place = { folder, databaseUrl }
  const apiKey = await makeLauncher(changing.port, place)
  const { usernames } = await makePlayers(changing.port, { chains: 0, signIns: 2 })
  const ban = await openStaff(changing, place, usernames)
  console.log(name, await measureLatency(streaming, apiKey, ban))
  console.log(name, await measureIdle(streaming, apiKey, ban))
  console.log(name, await measureListeners(streaming, apiKey, { name: usernames[1] ?? '', ban }))
  await changing.stop()
  if (streaming !== changing) await streaming.stop()
}

/** Signs in as a superuser. @returns a function that bans the second player, or ends the ban */
async function openStaff(
  { port }: SiteProcess,
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  [staff = '', player = '']: string[],
): Promise<(isBan: boolean) => Promise<void>> {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [PORTAL, 'player', 'edit', staff, '--superuser'], {
    env,
  })
  const connection = await openConnection(port)
  const send = async (
    line: Parameters<typeof writeRequest>[0],
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const { status, body: text } = await connection.send(
      writeRequest(line, { headers, ...(body && { body }) }),
    )
    if (status >= 300) throw new Error(`${line}: ${status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const { accessToken } = await send('POST /auth/login', {
    username_or_email: staff,
    password: PASSWORD,
  })
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { items } = await send(`GET /admin/players?query=${player}`, undefined, headers)
  const path = `/admin/players/${items[0].uuid}/ban` as const
  return async (isBan) => {
    await send(
      isBan ? `POST ${path}` : `DELETE ${path}`,
      isBan ? { reason: 'test' } : undefined,
      headers,
    )
  }
}

type Ban = (isBan: boolean) => Promise<void>

async function measureLatency({ port }: SiteProcess, apiKey: string, ban: Ban): Promise<string> {
  let arrived = Promise.withResolvers<number>()
  const opened = Promise.withResolvers<void>()
  const settings = { url: `http://127.0.0.1:${port}`, apiKey, timeout: 0, cacheTtl: 0 }
  const listener = listenToEvents(
    { ...settings, language: 'en' },
    {
      onGap: opened.resolve,
      onEvent: ({ type }) => {
        if (/banned/.test(type)) arrived.resolve(performance.now())
      },
    },
  )
  await opened.promise
  const latencies: number[] = []
  for (let count = 0; count < CHANGES; count += 1) {
    arrived = Promise.withResolvers()
    await ban(count % 2 === 0)
    const committedAt = performance.now()
    latencies.push(Math.max(0, (await arrived.promise) - committedAt))
    await sleep(10)
  }
  listener.close()
  return `from the answer to a change until the module drops the player: median ${median(latencies).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms of ${CHANGES}`
}

/** Measures what streams cost a site that has no other requests. */
async function measureIdle({ port, pid }: SiteProcess, apiKey: string, ban: Ban): Promise<string> {
  const changing = changeEverySecond(ban)
  const measure = async () => {
    const before = cpuOf(pid)
    await sleep(IDLE)
    return Math.round(((cpuOf(pid) - before) * 10 * 1000) / IDLE)
  }
  const alone = await measure()
  const streams = await openStreams(port, apiKey)
  await sleep(SETTLING)
  const beside = await measure()
  for (const socket of streams) socket.destroy()
  clearInterval(changing)
  return `processor time of an idle process with ${LISTENERS} streams and one event per second: ${beside} ms per second, ${alone} without streams`
}

function changeEverySecond(ban: Ban): NodeJS.Timeout {
  let count = 0
  return setInterval(() => {
    count += 1
    void ban(count % 2 === 1)
  }, 1000)
}

async function measureListeners(
  { port, pid }: SiteProcess,
  apiKey: string,
  { name, ban }: { name: string; ban: Ban },
): Promise<string> {
  const headers = { Authorization: `Api-Key ${apiKey}` }
  const request = writeRequest(`GET /auth/launcher/user?username=${name}`, { headers })
  const connections = await Promise.all(Array.from({ length: READERS }, () => openConnection(port)))
  const visits = connections.map((connection) => async () => void (await connection.send(request)))
  const changing = changeEverySecond(ban)
  const measure = async () => {
    const before = cpuOf(pid)
    const { rate, latencies } = await load(visits, SLICE)
    return { rate, cpu: (cpuOf(pid) - before) / latencies.length }
  }
  const measureBeside = async () => {
    const streams = await openStreams(port, apiKey)
    await sleep(SETTLING)
    const beside = await measure()
    for (const socket of streams) socket.destroy()
    await sleep(SETTLING)
    return beside
  }

  await load(visits, SLICE)
  const rates: number[] = []
  const cpus: number[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isFirst = pair % 2 === 0 // alternates the order, so that a drift of the machine affects both
    const early = isFirst ? await measureBeside() : undefined
    const alone = await measure()
    const beside = early ?? (await measureBeside())
    rates.push(beside.rate / alone.rate)
    cpus.push(beside.cpu / alone.cpu)
  }
  clearInterval(changing)
  for (const connection of connections) connection.close()
  return `launcher/user beside ${LISTENERS} streams and one event per second: ${summaryOf(rates)} of its rate without, ${summaryOf(cpus)} of the processor time of the site per request`
}

function summaryOf(ratios: readonly number[]): string {
  const all = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2))
  return `${median(ratios).toFixed(2)} (${all.join(', ')})`
}

/** Returns the processor time that a process has used so far, in hundredths of a second. Works only on Linux. */
function cpuOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user ?? 0) + (system ?? 0)
}

/** Opens streams, and resolves when all of them have received an event. */
async function openStreams(port: number, apiKey: string): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET /auth/launcher/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Api-Key ${apiKey}\r\n\r\n`,
      )
      await new Promise<void>((resolve) => {
        socket.on('data', (chunk) => {
          if (chunk.includes('event: ')) resolve()
        })
      })
      return socket
    }),
  )
}
