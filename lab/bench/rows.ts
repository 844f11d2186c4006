import { writeRequest } from './http-client.ts'
import { launcherRows } from './launcher.ts'
import { type Players, signInRequest } from './players.ts'
import type { Row, Talk } from './row.ts'
import { yggdrasilRows } from './yggdrasil.ts'

export const SIGN_INS = 16
export const CHAINS = 32
const READERS = 32

export const rows: readonly Row[] = [
  {
    name: 'GET /auth/me',
    connections: READERS,
    floor: 'bare http',
    raw: { work: 'select', reach: 0.25 },
    talk: askMe,
  },
  {
    name: 'POST /auth/sessions/me',
    connections: READERS,
    floor: 'bare http',
    talk(players, connection) {
      const request = writeRequest('POST /auth/sessions/me', bearer(players, connection))
      return { next: () => request }
    },
  },
  {
    name: 'POST /auth/refresh',
    connections: CHAINS,
    floor: 'bare http',
    raw: { work: 'refresh' },
    talk: rotate,
  },
  {
    name: 'POST /auth/login',
    connections: SIGN_INS,
    floor: 'bare argon2id',
    talk: signIn,
  },
  ...launcherRows,
  ...yggdrasilRows,
]

export function askMe(players: Players, connection: number): Talk {
  const request = writeRequest('GET /auth/me', bearer(players, connection))
  return { next: () => request }
}

export function signIn({ usernames }: Players, connection: number): Talk {
  const username = usernames[connection % usernames.length] ?? ''
  return { next: () => signInRequest(username) }
}

/** A chain: each request presents the token of the previous answer. */
function rotate({ refreshTokens }: Players, connection: number): Talk {
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
