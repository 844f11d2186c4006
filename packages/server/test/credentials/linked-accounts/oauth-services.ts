import { createHash } from 'node:crypto'
import { bodyOf } from '../../support/stub-server.ts'
import type { Outside } from './outside.ts'

/** The behavior of a provider, as its documents describe it. */
export type Published = {
  kind: 'discord' | 'yandex' | 'vk'
  authorize: string
  tokenPath: string
  userPath: string
  /** The origins of the URLs above. */
  origins: string[]
  /** Further parameters of the redirect. */
  besides: Record<string, string>
  /** Whether a user-info request is correct. */
  mayAsk(request: { method: string; authorization: string; form: URLSearchParams }): boolean
  user: object
  name: string
  subject: string
}

const TOKEN = 'an-access-token'

export const SERVICES: readonly Published[] = [
  {
    kind: 'discord',
    authorize: 'https://discord.com/oauth2/authorize',
    tokenPath: '/api/oauth2/token',
    userPath: '/api/v10/users/@me',
    origins: ['https://discord.com'],
    besides: { iss: 'https://discord.com' },
    mayAsk: ({ method, authorization }) => method === 'GET' && authorization === `Bearer ${TOKEN}`,
    user: { id: '80351110224678912', username: 'steve', global_name: 'Steve the Miner' },
    name: 'Steve the Miner',
    subject: '80351110224678912',
  },
  {
    kind: 'yandex',
    authorize: 'https://oauth.yandex.ru/authorize',
    tokenPath: '/token',
    userPath: '/info',
    origins: ['https://oauth.yandex.ru', 'https://login.yandex.ru'],
    besides: { cid: 'abc' },
    mayAsk: ({ method, authorization }) => method === 'GET' && authorization === `OAuth ${TOKEN}`,
    user: { id: '1000034426', login: 'ivan', client_id: 'app', display_name: 'Иван', psuid: '1.A' },
    name: 'Иван',
    subject: '1000034426',
  },
  {
    kind: 'vk',
    authorize: 'https://id.vk.com/authorize',
    tokenPath: '/oauth2/auth',
    userPath: '/oauth2/user_info',
    origins: ['https://id.vk.com'],
    besides: { device_id: 'a-device', type: 'code_v2', expires_in: '600' },
    mayAsk: ({ method, form }) =>
      method === 'POST' && form.get('access_token') === TOKEN && form.get('client_id') === 'app',
    user: { user: { user_id: '1234567890', first_name: 'Иван', last_name: 'Иванов' } },
    name: 'Иван Иванов',
    subject: '1234567890',
  },
]

export type OpenService = Awaited<ReturnType<typeof openService>>

/** Opens a server with the described behavior: a code works once, and only with its own verifier. */
export async function openService(outside: Outside, published: Published) {
  const codes = new Map<string, { challenge: string; state: string; redirect: string }>()
  let user = published.user
  let token: object = { access_token: TOKEN, token_type: 'bearer', expires_in: 3600 }
  const server = await outside.open(published.origins, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service')
    const form = new URLSearchParams(await bodyOf(request))
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === published.userPath) {
      const authorization = request.headers.authorization ?? ''
      const may = published.mayAsk({ method: request.method ?? '', authorization, form })
      return answer(may ? 200 : 401, may ? user : { error: 'invalid_token' })
    }
    if (pathname !== published.tokenPath) return answer(404, {})
    if (form.get('client_id') !== 'app' || form.get('client_secret') !== 'secret') {
      return answer(401, { error: 'invalid_client' })
    }
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const fits =
      known?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      known.redirect === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code'
    const isOther = published.kind !== 'vk'
    const besides =
      isOther || (form.get('device_id') === 'a-device' && form.get('state') === known?.state)
    return fits && besides ? answer(200, token) : answer(400, { error: 'invalid_grant' })
  })
  return {
    ...server,
    /** Changes the account in later responses. */
    becomes: (other: object) => {
      user = other
    },
    gives: (other: object) => {
      token = { ...token, ...other }
    },
    /** Opens the URL of the redirect, agrees, and returns the URL of the redirect back to the site. */
    visit(url: string, twist: Record<string, string> = {}): URL {
      const { searchParams: asked } = new URL(url)
      const [state, redirect] = [asked.get('state') ?? '', asked.get('redirect_uri') ?? '']
      const code = `code-${codes.size + 1}-${state.slice(-8)}`
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', state, redirect })
      const back = new URL(redirect)
      const params = { code, state, ...published.besides, ...twist }
      for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value)
      return back
    },
  }
}
