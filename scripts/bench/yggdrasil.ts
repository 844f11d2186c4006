import { join as pathOf } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR, systemClock } from '../../packages/server/src/platform/clock.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { readPlayerId } from '../../packages/server/src/player/player-id.ts'
import { openConnection, writeRequest } from './http-client.ts'
import { commandOf } from './launcher.ts'
import { checkStatus, newAddress, PASSWORD, type Players } from './players.ts'
import type { Row, Talk } from './row.ts'

const GAMES = 32
const SIGN_INS = 16
const KEY_EVERY = 100
const SESSION = '/yggdrasil/sessionserver/session/minecraft'

/** A game token, and whose it is. */
export type Game = { accessToken: string; id: string; name: string }

/** What games, their servers and launchers ask. A signed profile is remembered after it was asked for once. */
export const yggdrasilRows: readonly Row[] = [
  {
    name: 'POST /yggdrasil/…/authenticate',
    connections: SIGN_INS,
    floor: 'bare argon2id',
    talk({ usernames }, connection) {
      const username = usernames[connection % usernames.length] ?? ''
      return { next: () => authenticateRequest(username) }
    },
  },
  { name: '/yggdrasil/…/join, hasJoined', connections: GAMES, floor: 'bare http', talk: join },
  {
    name: 'GET /yggdrasil/…/profile, signed',
    connections: GAMES,
    floor: 'bare http',
    talk({ games }, connection) {
      const path = `${SESSION}/profile/${gameOf(games, connection).id}?unsigned=false` as const
      const request = writeRequest(`GET ${path}`)
      return { next: () => request }
    },
  },
]

/** Turns Yggdrasil on, waits for its key, and signs players in to the game. */
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
  await beginBelowLimits(site, games)
  return games
}

/** A run joins far oftener than anybody may. The counters begin far below, and cost what they cost. */
async function beginBelowLimits(
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  games: readonly Game[],
): Promise<void> {
  const db = await openDatabase({ dataDir: pathOf(folder, 'data'), databaseUrl })
  const players = games.map(({ id }) => `player-joins:${readPlayerId(id)}`)
  const rest = { calls: -1_000_000_000, resets_at: systemClock.now() + 24 * HOUR }
  const counters = ['joins:127.0.0.1', ...players].map((counter) => ({ counter, ...rest }))
  await db.insertInto('rate_limit').values(counters).execute()
  await db.destroy()
}

function authenticateRequest(username: string): string {
  return writeRequest('POST /yggdrasil/authserver/authenticate', {
    headers: { 'X-Forwarded-For': newAddress() },
    body: { username, password: PASSWORD },
  })
}

/** A player joins, and the game server asks about them, in turn. */
function join({ games }: Players, connection: number): Talk {
  const { accessToken, id, name } = gameOf(games, connection)
  const serverId = `server-${connection}`
  const body = { accessToken, selectedProfile: id, serverId }
  const joins = writeRequest(`POST ${SESSION}/join`, { body })
  const asks = writeRequest(`GET ${SESSION}/hasJoined?username=${name}&serverId=${serverId}`)
  let isJoined = false
  return {
    next: () => (isJoined ? asks : joins),
    status: () => (isJoined ? 200 : 204),
    take() {
      isJoined = !isJoined
    },
  }
}

function gameOf(games: readonly Game[], connection: number): Game {
  const game = games[connection]
  if (!game) throw new Error(`no game for ${connection}`)
  return game
}
