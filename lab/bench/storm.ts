import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type HttpResponse, openConnection, writeRequest } from './http-client.ts'
import { commandOf } from './launcher.ts'
import type { Database } from './measure-site.ts'
import { PASSWORD } from './players.ts'
import { type SiteProcess, startSite } from './site-process.ts'
import { median, percentile } from './statistics.ts'
import { makeReturningPlayers, type Returning } from './storm-players.ts'

const PLAYERS = 5000
const ARRIVAL_WINDOW = 60_000
const SIGN_IN_EVERY = 10
const KEY_EVERY = 100
const SITE_CORE = '0'
const LOAD_CORE = '1'
const GAME_SERVER = '203.0.113.1'
const AUTH = '/yggdrasil/authserver'
const SESSION = '/yggdrasil/sessionserver/session/minecraft'

/** Requests of one kind. Times are in milliseconds. */
export type KindFigures = { kind: string; count: number; p50: number; p99: number }

/** The figures of 5,000 returning players. Times are in milliseconds, memory in MB (10^6 bytes). */
export type StormFigures = {
  database: Database
  players: number
  /** Messages of failed requests, with how often each occurred. */
  errors: Record<string, number>
  /** The time from the restart until the game server admitted the last player. */
  lastArrival: number
  /** The time from the first request of a player until the game server admitted the player. */
  entry: { p50: number; p99: number }
  kinds: KindFigures[]
  peakMemory: number
}

type Storm = { port: number; latencies: Map<string, number[]>; errors: Record<string, number> }

/**
 * Simulates a restart of a game server, after which all players return within a minute. Nine in ten launchers refresh
 * their game token, one in ten signs in with a password. Each player requests the profile and the skin, and joins; the
 * game server requests `hasJoined`. The site has one core; the load and the database share the other.
 */
export async function measureStorm(
  database: Database,
  place: { folder: string; databaseUrl: string; progress(text: string): void },
): Promise<StormFigures> {
  const { folder, databaseUrl, progress } = place
  mkdirSync(folder, { recursive: true })
  const before = await startSite(folder, databaseUrl)
  await before.stop()
  await commandOf(place, ['settings', 'set', 'yggdrasil', 'on'])
  progress(`${database}: ${PLAYERS} players`)
  const players = await makeReturningPlayers(place, PLAYERS)
  const site = await startSite(folder, databaseUrl)
  try {
    if (availableParallelism() > 1) pin(site.pid, SITE_CORE)
    await untilKeyIsMade(site.port)
    progress(`${database}: the players return`)
    const storm: Storm = { port: site.port, latencies: new Map(), errors: {} }
    const { lastArrival, entries } = await returnPlayers(storm, players)
    const kinds = [...storm.latencies].map(([kind, times]) => ({
      kind,
      count: times.length,
      p50: median(times),
      p99: percentile(times, 0.99),
    }))
    return {
      database,
      players: PLAYERS,
      errors: storm.errors,
      lastArrival,
      entry: { p50: median(entries), p99: percentile(entries, 0.99) },
      kinds,
      peakMemory: site.peakMemory(),
    }
  } finally {
    await site.stop()
  }
}

/** Pins this process, and its children, to one core, so that the site has the other. */
export function reserveCoreForSite(): void {
  if (availableParallelism() > 1) pin(process.pid, LOAD_CORE)
}

function pin(pid: SiteProcess['pid'], core: string): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', core, String(pid)])
}

async function untilKeyIsMade(port: number): Promise<void> {
  const connection = await openConnection(port)
  const isReady = async () =>
    (await connection.send(writeRequest('GET /yggdrasil/'))).body.includes('"signaturePublickey"')
  while (!(await isReady())) await sleep(KEY_EVERY)
  connection.close()
}

async function returnPlayers(
  storm: Storm,
  players: readonly Returning[],
): Promise<{ lastArrival: number; entries: number[] }> {
  const gameServer = new ConnectionPool(storm.port)
  const begunAt = performance.now()
  const entries: number[] = []
  let lastArrival = 0
  const arrive = async (player: Returning, n: number): Promise<void> => {
    const arrivesAt = (ARRIVAL_WINDOW / players.length) * n
    await sleep(Math.max(0, begunAt + arrivesAt - performance.now()))
    const startedAt = performance.now()
    try {
      await play(storm, gameServer, player, n)
      entries.push(performance.now() - startedAt)
      lastArrival = performance.now() - begunAt
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      storm.errors[message] = (storm.errors[message] ?? 0) + 1
    }
  }
  await Promise.all(players.map(arrive))
  gameServer.close()
  return { lastArrival, entries }
}

/** Sends the requests of the launcher, the game and the game server for one player. */
async function play(
  storm: Storm,
  gameServer: ConnectionPool,
  player: Returning,
  n: number,
): Promise<void> {
  const own = await openConnection(storm.port)
  try {
    const headers = { 'X-Forwarded-For': `10.0.${n >> 8}.${n & 255}` }
    const { name, id, accessToken: lastToken, clientToken } = player
    const send = (kind: string, request: string, status = 200) =>
      timed(storm, kind, () => own.send(request), status)

    const signedIn =
      n % SIGN_IN_EVERY === 0
        ? await send(
            'sign-in with a password',
            writeRequest(`POST ${AUTH}/authenticate`, {
              headers,
              body: { username: name, password: PASSWORD, clientToken },
            }),
          )
        : await send(
            'refresh',
            writeRequest(`POST ${AUTH}/refresh`, {
              headers,
              body: { accessToken: lastToken, clientToken },
            }),
          )
    const { accessToken } = JSON.parse(signedIn.body)
    const profile = await send('profile', writeRequest(`GET ${SESSION}/profile/${id}`, { headers }))
    await send('skin', writeRequest(`GET ${skinPathOf(profile.body)}`, { headers }))
    const serverId = `restart-${n}`
    await send(
      'join',
      writeRequest(`POST ${SESSION}/join`, {
        headers,
        body: { accessToken, selectedProfile: id, serverId },
      }),
      204,
    )
    const question = writeRequest(
      `GET ${SESSION}/hasJoined?username=${name}&serverId=${serverId}`,
      { headers: { 'X-Forwarded-For': GAME_SERVER } },
    )
    await gameServer.use((connection) => timed(storm, 'hasJoined', () => connection.send(question)))
  } finally {
    own.close()
  }
}

async function timed(
  { latencies, ...storm }: Storm,
  kind: string,
  send: () => Promise<HttpResponse>,
  expected = 200,
): Promise<HttpResponse> {
  const startedAt = performance.now()
  const answer = await send()
  const times = latencies.get(kind) ?? []
  times.push(performance.now() - startedAt)
  latencies.set(kind, times)
  if (answer.status !== expected) throw new Error(`${kind}: ${answer.status} (port ${storm.port})`)
  return answer
}

/** Reads the path of the skin from the `textures` property of a profile. */
function skinPathOf(profile: string): `/${string}` {
  const { properties } = JSON.parse(profile)
  const { value } = properties.find(({ name }: { name: string }) => name === 'textures')
  const { textures } = JSON.parse(Buffer.from(value, 'base64').toString())
  return `/${new URL(textures.SKIN.url).pathname.slice(1)}`
}

/** Kept-alive connections, each used by one request at a time. */
class ConnectionPool {
  readonly #port: number
  readonly #free: Connection[] = []

  constructor(port: number) {
    this.#port = port
  }

  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.#free.pop() ?? (await openConnection(this.#port))
    const result = await work(connection)
    this.#free.push(connection)
    return result
  }

  close(): void {
    for (const connection of this.#free) connection.close()
  }
}
