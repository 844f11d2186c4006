import type { Site } from '../support/site.ts'
import { bodyOf, openStubServer } from '../support/stub-server.ts'
import { authorize, exchange, type RelyingParty } from './relying-party.ts'

/** The options of a site that may send logout tokens to this machine. */
export const ALLOWED = { settings: { allowedWebhookHosts: '127.0.0.1' } }

/** Opens a client that stores the logout tokens that it receives. */
export async function openReceiver(answer: { status: number } = { status: 200 }) {
  const tokens: string[] = []
  const server = await openStubServer(async (request, response) => {
    tokens.push(new URLSearchParams(await bodyOf(request)).get('logout_token') ?? '')
    response.writeHead(answer.status).end()
  })
  return { server, tokens }
}

export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

export async function signIn(site: Site, client: RelyingParty) {
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
  return { ...steve, tokens: (await exchange(site, client, code)).body }
}

const OFFLINE = { scope: 'openid profile offline_access' }
