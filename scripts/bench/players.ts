import { type Answer, type Connection, openConnection, writeRequest } from './http-client.ts'

/** Who takes part in a measurement, made through the site's own doors. */
export type Players = {
  /** Access tokens of players with three sessions each. */
  accessTokens: string[]
  /** Refresh tokens of sessions of players of their own. */
  refreshTokens: string[]
  /** Usernames of those who sign in; nobody signs in twice at a time. */
  usernames: string[]
  /** Everybody's username. */
  everybody: string[]
  /** What a launcher server asks with. */
  apiKey: string
}

const PASSWORD = 'correct horse battery'
const READERS = 8
const AT_ONCE = 4

export async function makePlayers(
  port: number,
  count: { chains: number; signIns: number },
): Promise<Omit<Players, 'apiKey'>> {
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
    everybody: names,
  }
}

let addresses = 0

/**
 * A sign-in from the next address, so that no limit by address is met. All are of one network
 * and of one program, so that to the site it is the familiar device of a player without cookies.
 *
 * @param agent another program, whose first sign-in is news to the player.
 */
export function signInRequest(username: string, agent?: string): string {
  return writeRequest('POST /auth/login', {
    headers: { 'X-Forwarded-For': newAddress(), ...(agent && { 'User-Agent': agent }) },
    body: { username_or_email: username, password: PASSWORD },
  })
}

/** @throws Error unless the answer has the expected status. */
export function checkStatus(what: string, answer: Answer, expected = 200): void {
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

/** Does a thing for every name, a few at once. @returns the results in the order of the names. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

/** The next of a /24, which has 254 limits: IPv6 households of one network share theirs. */
function newAddress(): string {
  addresses += 1
  return `198.51.100.${1 + (addresses % 254)}`
}
