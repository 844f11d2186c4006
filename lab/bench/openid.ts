import { join } from 'node:path'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { AUTHORIZATION_LIMIT } from '../../packages/server/src/openid/provider/authorization-requests.ts'
import { HOUR, systemClock } from '../../packages/server/src/platform/clock.ts'
import { type Connection, openConnection, writeRequest } from './http-client.ts'
import { commandOf } from './launcher.ts'
import { checkStatus, signInRequest } from './players.ts'
import type { Row } from './row.ts'

const REDIRECT_URI = 'https://forum.example.org/callback'
const CODE = /[?&]code=([\w-]+)/

type Client = { clientId: string; clientSecret: string }

/** A player who is signed in on the site and in the client. */
type SignedIn = { client: Client; cookie: string; accessToken: string; refreshToken: string }

/** Creates a client and signs players in to it, which loads the provider. */
export async function makeOpenId(
  port: number,
  site: { folder: string; databaseUrl: string },
  usernames: readonly string[],
): Promise<readonly Row[]> {
  const create = ['client', 'create', 'Forum', '--redirect-uri', REDIRECT_URI]
  const scope = ['--scope', 'openid profile offline_access']
  const client: Client = JSON.parse(
    await commandOf(site, [...create, ...scope, '--trusted', '--no-pkce', '--json']),
  )
  await resetRateLimit(site, usernames.length)
  const connection = await openConnection(port)
  const players: SignedIn[] = []
  for (const [place, username] of usernames.entries()) {
    players.push(await signIn(connection, { client, username, place }))
  }
  connection.close()
  return openIdRows(players)
}

/** Sets the counter far below the limit, because a run sends more requests than allowed. Counting costs the same. */
async function resetRateLimit(
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  count: number,
): Promise<void> {
  const db = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl })
  const rest = { calls: -1_000_000_000, resets_at: systemClock.now() + 24 * HOUR }
  const counters = Array.from({ length: count }, (_, place) => ({
    counter: `${AUTHORIZATION_LIMIT.name}:${addressOf(place)}`,
    ...rest,
  }))
  await db.insertInto('rate_limit').values(counters).execute()
  await db.destroy()
}

async function signIn(
  connection: Connection,
  { client, username, place }: { client: Client; username: string; place: number },
): Promise<SignedIn> {
  const onSite = await connection.send(signInRequest(username))
  checkStatus('POST /auth/login', onSite)
  const cookie = `portal_refresh=${JSON.parse(onSite.body).refreshToken}`
  const asked = await connection.send(authorizeRequest({ client, cookie }, place))
  checkStatus('GET /oidc/auth', asked, 303)
  const tokens = await connection.send(tokenRequest(client, codeForm(asked.body)))
  checkStatus('POST /oidc/token', tokens)
  const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(tokens.body)
  return { client, cookie, accessToken, refreshToken }
}

/**
 * Returns the rows with requests of a client. A code can be exchanged only once, so one row alternates between the
 * request for a code and its exchange.
 */
function openIdRows(players: readonly SignedIn[]): readonly Row[] {
  const connections = players.length
  const at = (place: number): SignedIn => {
    const player = players[place]
    if (!player) throw new Error(`no player for ${place}`)
    return player
  }
  return [
    {
      name: 'GET /oidc/auth',
      connections,
      baseline: 'bare http',
      status: 303,
      requests(_, place) {
        const request = authorizeRequest(at(place), place)
        return { next: () => request }
      },
    },
    {
      name: 'GET /oidc/auth, then POST /oidc/token',
      connections,
      baseline: 'bare http',
      requests(_, place) {
        const player = at(place)
        let redirect: string | undefined
        let isCode = false
        return {
          next() {
            isCode = redirect === undefined
            return redirect === undefined
              ? authorizeRequest(player, place)
              : tokenRequest(player.client, codeForm(redirect))
          },
          status: () => (isCode ? 303 : 200),
          take(body) {
            redirect = isCode ? body : undefined
          },
        }
      },
    },
    {
      name: 'POST /oidc/token, refresh',
      connections,
      baseline: 'bare http',
      requests(_, place) {
        const { client, refreshToken } = at(place)
        let token = refreshToken
        return {
          next: () => tokenRequest(client, { grant_type: 'refresh_token', refresh_token: token }),
          take(body) {
            token = JSON.parse(body).refresh_token
          },
        }
      },
    },
    {
      name: 'GET /oidc/me',
      connections,
      baseline: 'bare http',
      requests(_, place) {
        const headers = { Authorization: `Bearer ${at(place).accessToken}` }
        const request = writeRequest('GET /oidc/me', { headers })
        return { next: () => request }
      },
    },
  ]
}

function authorizeRequest(
  { client, cookie }: Pick<SignedIn, 'client' | 'cookie'>,
  place: number,
): string {
  const query = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile offline_access',
  })
  const headers = { Cookie: cookie, 'X-Forwarded-For': addressOf(place) }
  return writeRequest(`GET /oidc/auth?${query}`, { headers })
}

/** Returns the form that exchanges the code. The code is in the address, which the body of the redirect contains. */
function codeForm(redirect: string): Record<string, string> {
  const code = CODE.exec(redirect)?.[1] ?? ''
  return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
}

function tokenRequest({ clientId, clientSecret }: Client, form: Record<string, string>): string {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const body = new URLSearchParams(form).toString()
  const headers = {
    Authorization: `Basic ${basic}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  }
  return writeRequest('POST /oidc/token', { headers }) + body
}

function addressOf(place: number): string {
  return `203.0.113.${101 + place}`
}
