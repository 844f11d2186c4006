import { join as pathOf } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../packages/server/src/database/database.ts'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { HOUR, systemClock } from '../../packages/server/src/platform/clock.ts'
import { readPlayerId } from '../../packages/server/src/players/player-id.ts'
import { openConnection, writeRequest } from './http-client.ts'
import { commandOf } from './launcher.ts'
import { checkStatus, newAddress, PASSWORD, type Players } from './players.ts'
import type { Requests, Row } from './row.ts'

const GAMES = 32
const SIGN_INS = 16
const KEY_EVERY = 100
const JOINS = 8000
const SESSION = '/yggdrasil/sessionserver/session/minecraft'

export type Game = { accessToken: string; id: string; name: string }

/** Requests of games, game servers and launchers. A signed profile is cached after the first request. */
export const yggdrasilRows: readonly Row[] = [
  {
    name: 'POST /yggdrasil/…/authenticate',
    connections: SIGN_INS,
    baseline: 'bare argon2id',
    requests({ usernames }, connection) {
      const username = usernames[connection % usernames.length] ?? ''
      return { next: () => authenticateRequest(username) }
    },
  },
  {
    name: 'POST /yggdrasil/…/join',
    connections: GAMES,
    baseline: 'bare http',
    status: 204,
    requests({ games }, connection) {
      const { accessToken, id } = gameOf(games, connection)
      const body = { accessToken, selectedProfile: id, serverId: `again-${connection}` }
      const headers = { 'X-Forwarded-For': addressOf(connection) }
      const request = writeRequest(`POST ${SESSION}/join`, { headers, body })
      return { next: () => request }
    },
  },
  {
    name: 'GET /yggdrasil/…/hasJoined',
    connections: GAMES,
    baseline: 'bare http',
    requests: requestHasJoined,
  },
  {
    name: 'GET /yggdrasil/…/profile, signed',
    connections: GAMES,
    baseline: 'bare http',
    requests({ games }, connection) {
      const path = `${SESSION}/profile/${gameOf(games, connection).id}?unsigned=false` as const
      const request = writeRequest(`GET ${path}`)
      return { next: () => request }
    },
  },
]

/** Enables Yggdrasil, waits for its key, and signs players in to the game. */
export async function makeGames(
  port: number,
  site: { folder: string; databaseUrl: string },
  usernames: readonly string[],
): Promise<Game[]> {
  await commandOf(site, ['settings', 'set', 'yggdrasil', 'on'])
  const connection = await openConnection(port)
  const isReady = async () =>
    (await connection.send(writeRequest('GET /yggdrasil/'))).body.includes('"signaturePublickey"')
  while (!(await isReady())) await sleep(KEY_EVERY)
  const games: Game[] = []
  for (const username of usernames.slice(0, GAMES)) {
    const answer = await connection.send(authenticateRequest(username))
    checkStatus('authenticate', answer)
    const { accessToken, selectedProfile } = JSON.parse(answer.body)
    games.push({ accessToken, ...selectedProfile })
  }
  connection.close()
  const db = await openDatabase({
    dataDir: pathOf(site.folder, 'data'),
    databaseUrl: site.databaseUrl,
  })
  await resetRateLimits(db, games)
  for (const game of games) await waitBelowLimit(db, game)
  await db.destroy()
  return games
}

/** Inserts more joins of a player than a run requests, so that no request has to join first. */
async function waitBelowLimit(db: Db, { id, name }: Game): Promise<void> {
  const playerId = readPlayerId(id)
  await sql`
    insert into game_join (server_id, session_id, player_id, ip, expires_at)
    with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${JOINS - 1})
    select ${`${name}-`} || counted.n, session.id, session.player_id, '127.0.0.1', session.expires_at
    from session cross join counted
    where session.player_id = ${playerId} and session.game_hash is not null`.execute(db)
}

/** Sets the counters far below their limits, because a run joins more often than allowed. Counting costs the same. */
async function resetRateLimits(db: Db, games: readonly Game[]): Promise<void> {
  const players = games.map(({ id }) => `player-joins:${readPlayerId(id)}`)
  const rest = { calls: -1_000_000_000, resets_at: systemClock.now() + 24 * HOUR }
  const addresses = games.map((_, connection) => `joins:${addressOf(connection)}`)
  const counters = [...addresses, ...players].map((counter) => ({ counter, ...rest }))
  await db.insertInto('rate_limit').values(counters).execute()
}

function authenticateRequest(username: string): string {
  return writeRequest('POST /yggdrasil/authserver/authenticate', {
    headers: { 'X-Forwarded-For': newAddress() },
    body: { username, password: PASSWORD },
  })
}

/** Requests the pending joins of a player one after another, because the site returns each join only once. */
function requestHasJoined({ games }: Players, connection: number): Requests {
  const { name } = gameOf(games, connection)
  const path = `${SESSION}/hasJoined?username=${name}&serverId=${name}-` as const
  let asked = 0
  return {
    next: () => writeRequest(`GET ${path}${asked}`),
    take() {
      asked += 1
    },
  }
}

/** Returns the address of a connection. Each has its own, and so its own rate limits. */
function addressOf(connection: number): string {
  return `203.0.113.${1 + connection}`
}

function gameOf(games: readonly Game[], connection: number): Game {
  const game = games[connection]
  if (!game) throw new Error(`no game for ${connection}`)
  return game
}
