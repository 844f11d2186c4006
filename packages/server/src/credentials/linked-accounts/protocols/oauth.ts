import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { IdentityHosts } from '../../../platform/outbound/identity-provider-client.ts'
import { type Person, WrongAnswer } from '../identity.ts'
import { paramsOf } from './params.ts'
import type { Kind, Question } from './protocol.ts'

/** A service with OAuth 2, which is asked in a way of its own who somebody is (RFC 6749, 7636). */
export type OAuthService = {
  authorizeUrl: string
  tokenUrl: string
  /** What it calls itself in an answer, if it does (RFC 9207). */
  issuer?: string
  scope?: string
  /** What else of the answer the exchange of a code needs; undefined when the answer lacks it. */
  besides?(answer: URLSearchParams): Record<string, string> | undefined
  personOf(hosts: IdentityHosts, question: Question, token: Token): Promise<Person>
}

export type Token = Static<typeof Token>
const Token = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 8192 }),
  user_id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
})

const Failure = Type.Object({ error: Type.String() })

/** A code that nobody was given: a service that knows the id and the secret refuses only the code. */
const NO_CODE = 'portal-asks-whether-this-service-is-there'

/** Makes a kind of a service: the code flow with PKCE, then its question. */
export function oauthKind(service: OAuthService): Kind {
  return {
    async addressOf(_app, { provider, redirectUrl }, { state, verifier }) {
      const url = new URL(service.authorizeUrl)
      const params = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: redirectUrl,
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        ...(service.scope !== undefined && { scope: service.scope }),
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return url.href
    },

    async personOf({ identityHosts }, question, { verifier }, { query }) {
      const answer = paramsOf(query)
      const code = answer.get('code')
      const issuer = answer.get('iss')
      const besides = service.besides ? service.besides(answer) : {}
      if (!code || !besides) throw new WrongAnswer('it has no code')
      if (issuer !== null && service.issuer !== undefined && issuer !== service.issuer) {
        throw new WrongAnswer('it is of another service')
      }
      const form = { code, code_verifier: verifier, ...besides }
      const token = await exchange(identityHosts, service, question, form)
      if (!Check(Token, token)) throw new WrongAnswer(`the code was refused: ${errorOf(token)}`)
      return service.personOf(identityHosts, question, token)
    },

    whereabouts: () => service.tokenUrl,

    async test({ identityHosts }, question) {
      const form = { code: NO_CODE, code_verifier: NO_CODE.padEnd(43, '-'), device_id: NO_CODE }
      const answer = await exchange(identityHosts, service, question, form)
      if (!Check(Failure, answer)) throw new WrongAnswer('the answer is not of this service')
      if (answer.error === 'invalid_client' || answer.error === 'unauthorized_client') {
        throw new WrongAnswer('the service does not know this client id with this secret')
      }
    },
  }
}

/** The challenge of PKCE (RFC 7636, 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function exchange(
  hosts: IdentityHosts,
  { tokenUrl }: OAuthService,
  { provider, clientSecret, redirectUrl }: Question,
  form: Record<string, string>,
): Promise<unknown> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: redirectUrl,
    client_id: provider.clientId,
    client_secret: clientSecret,
    ...form,
  })
  const headers = { Accept: 'application/json', 'User-Agent': 'Portal' }
  return jsonOf(await hosts.ask(tokenUrl, { method: 'POST', headers, body }))
}

/** Asks a service something by a token, and reads its answer. @throws NoAnswer, WrongAnswer */
export async function askService(
  hosts: IdentityHosts,
  url: string,
  request: RequestInit,
): Promise<unknown> {
  const headers = { Accept: 'application/json', 'User-Agent': 'Portal', ...request.headers }
  const answer = await hosts.ask(url, { ...request, headers })
  if (answer.status !== 200) throw new WrongAnswer(`the answer has status ${answer.status}`)
  return jsonOf(answer)
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    throw new WrongAnswer('the answer is not JSON')
  }
}

/** The code of a refusal, for the log: nothing else of the answer. */
function errorOf(answer: unknown): string {
  return Check(Failure, answer) && /^[a-z_]{1,40}$/.test(answer.error) ? answer.error : 'unreadable'
}
