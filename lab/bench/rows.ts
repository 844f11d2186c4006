import { writeRequest } from './http-client.ts'
import { launcherRows } from './launcher.ts'
import { type Players, signInRequest } from './players.ts'
import type { Requests, Row } from './row.ts'
import { yggdrasilRows } from './yggdrasil.ts'

export const SIGN_INS = 16
export const CHAINS = 32
const READERS = 32

export const rows: readonly Row[] = [
  {
    name: 'GET /auth/me',
    connections: READERS,
    baseline: 'bare http',
    raw: { work: 'select', target: 0.25 },
    requests: askMe,
  },
  {
    name: 'POST /auth/sessions/me',
    connections: READERS,
    baseline: 'bare http',
    requests(players, connection) {
      const request = writeRequest('POST /auth/sessions/me', bearer(players, connection))
      return { next: () => request }
    },
  },
  {
    name: 'POST /auth/refresh',
    connections: CHAINS,
    baseline: 'bare http',
    raw: { work: 'refresh' },
    requests: rotate,
  },
  {
    name: 'POST /auth/login',
    connections: SIGN_INS,
    baseline: 'bare argon2id',
    requests: signIn,
  },
  ...launcherRows,
  ...yggdrasilRows,
]

export function askMe(players: Players, connection: number): Requests {
  const request = writeRequest('GET /auth/me', bearer(players, connection))
  return { next: () => request }
}

export function signIn({ usernames }: Players, connection: number): Requests {
  const username = usernames[connection % usernames.length] ?? ''
  return { next: () => signInRequest(username) }
}

/** Refreshes in a chain: each request presents the token of the previous response. */
function rotate({ refreshTokens }: Players, connection: number): Requests {
  let token = refreshTokens[connection]
  return {
    next: () => writeRequest('POST /auth/refresh', { body: { refresh_token: token } }),
    take(body) {
      token = JSON.parse(body).refreshToken
    },
  }
}

function bearer({ accessTokens }: Players, connection: number) {
  const token = accessTokens[connection % accessTokens.length]
  return { headers: { Authorization: `Bearer ${token}` } }
}
