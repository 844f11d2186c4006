import { type Connection, type HttpResponse, openConnection, writeRequest } from './http-client.ts'
import type { Game } from './yggdrasil.ts'

/** The players of a measurement, created through the site's endpoints. */
export type Players = {
  /** Access tokens of players who have three sessions each. */
  accessTokens: string[]
  /** Refresh tokens, each of a different player. */
  refreshTokens: string[]
  /** Usernames for sign-ins; no player signs in twice concurrently. */
  usernames: string[]
  all: string[]
  apiKey: string
  /** Game tokens, each of a different player. */
  games: Game[]
}

export const PASSWORD = 'correct horse battery'
const READERS = 8
const MAX_CONCURRENT = 4

export async function makePlayers(
  port: number,
  count: { chains: number; signIns: number },
): Promise<Omit<Players, 'apiKey' | 'games'>> {
  const names = Array.from(
    { length: READERS + count.chains + count.signIns },
    (_, n) => `Player_${n}`,
  )
  const tokens = await onConnections(port, names, register)
  const readers = names.slice(0, READERS)
  await onConnections(port, [...readers, ...readers], signIn)
  return {
    accessTokens: tokens.slice(0, READERS).map(({ accessToken }) => accessToken),
    refreshTokens: tokens
      .slice(READERS, READERS + count.chains)
      .map(({ refreshToken }) => refreshToken),
    usernames: names.slice(READERS + count.chains),
    all: names,
  }
}

let addresses = 0

/**
 * Returns a sign-in request from a new address, to stay below the limits per address. All sign-ins are from one network
 * and one program, so that the site treats them as a familiar device without cookies.
 *
 * @param agent another program, whose first sign-in causes a notice
 */
export function signInRequest(username: string, agent?: string): string {
  return writeRequest('POST /auth/login', {
    headers: { 'X-Forwarded-For': newAddress(), ...(agent && { 'User-Agent': agent }) },
    body: { username_or_email: username, password: PASSWORD },
  })
}

/** Checks the status of a response. `what` is for the message. @throws Error for another status */
export function checkStatus(what: string, answer: HttpResponse, expected = 200): void {
  if (answer.status === expected) return
  throw new Error(`${what}: ${answer.status} instead of ${expected}: ${answer.body.slice(0, 200)}`)
}

type Tokens = { accessToken: string; refreshToken: string }

export function registerRequest(username: string): string {
  return writeRequest('POST /auth/register', {
    headers: { 'X-Forwarded-For': newAddress() },
    body: { username, email: `${username}@example.org`, password: PASSWORD },
  })
}

async function register(connection: Connection, username: string): Promise<Tokens> {
  const answer = await connection.send(registerRequest(username))
  checkStatus('POST /auth/register', answer, 201)
  return JSON.parse(answer.body)
}

async function signIn(connection: Connection, username: string): Promise<void> {
  checkStatus('POST /auth/login', await connection.send(signInRequest(username)))
}

/** Calls a function for every name, a few concurrently. @returns the results in the order of the names */
async function onConnections<T>(
  port: number,
  names: readonly string[],
  act: (connection: Connection, name: string) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const queue = names.entries()
  const work = async (): Promise<void> => {
    const connection = await openConnection(port)
    for (const [place, name] of queue) results[place] = await act(connection, name)
    connection.close()
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  return results
}

/**
 * Returns the next IPv4 address of one network. Each IPv4 address has its own rate limits, unlike IPv6 addresses of one
 * network.
 */
export function newAddress(): string {
  addresses += 1
  return `198.51.100.${1 + (addresses % 254)}`
}
