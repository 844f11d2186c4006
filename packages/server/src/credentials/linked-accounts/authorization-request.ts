import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'
import { consumeSingleUseToken } from '../passkeys/passkey-store.ts'

/** How long a player may take at the provider until the request expires (docs/contract.md#linked-accounts). */
export const AUTHORIZATION_TTL = 10 * MINUTE

const TICKET_TTL = 5 * MINUTE

export type RequestPurpose = 'login' | `link ${string}`

/**
 * A request to a provider. The provider returns `state` with its response. `verifier` and `nonce` bind the response to
 * this request (RFC 7636; OpenID Connect Core 3.1.2.1).
 */
export type AuthorizationRequest = Static<typeof AuthorizationRequest>
const AuthorizationRequest = Type.Object({
  provider: Type.String(),
  purpose: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  next: Type.Union([Type.String(), Type.Null()]),
  expiresAt: Type.Integer(),
})

export type Ticket = Static<typeof Ticket>
const Ticket = Type.Object({
  id: Type.String(),
  playerId: Type.String(),
  provider: Type.String(),
  subject: Type.String(),
  name: Type.String(),
  expiresAt: Type.Integer(),
})

type Deps = Pick<App, 'db' | 'keys' | 'clock' | 'random'>

const REQUEST_CONTEXT = 'identity-attempt'
const TICKET_CONTEXT = 'identity-ticket'

/**
 * Creates a request for an authorization at a provider. The prefix of `state` tells the page whether to sign in or to
 * link an account.
 * @returns the request, and its encrypted form for the browser's cookie
 */
export async function createAuthorizationRequest(
  app: Omit<Deps, 'db'>,
  about: { provider: string; purpose: RequestPurpose; next: string | undefined },
): Promise<{ request: AuthorizationRequest; sealed: string }> {
  const { provider, purpose, next = null } = about
  const request: AuthorizationRequest = {
    provider,
    purpose,
    state: `${purpose === 'login' ? 'login' : 'link'}_${newToken(app.random)}`,
    nonce: newToken(app.random),
    verifier: newToken(app.random),
    next,
    expiresAt: app.clock.now() + AUTHORIZATION_TTL,
  }
  return { request, sealed: await sealJson(app, REQUEST_CONTEXT, request) }
}

/**
 * Consumes a request before the provider is called. One statement decides, so of concurrent calls with the same request
 * only one continues.
 * @throws Refusal `identity.expired` also if the response belongs to another request, provider or purpose
 */
export async function consumeAuthorizationRequest(
  app: Deps,
  sealedRequest: string | undefined,
  about: { provider: string; purpose: RequestPurpose; state: string | null },
): Promise<AuthorizationRequest> {
  const request = await unsealJson(app, REQUEST_CONTEXT, sealedRequest)
  const matches =
    Check(AuthorizationRequest, request) &&
    request.expiresAt > app.clock.now() &&
    request.provider === about.provider &&
    request.purpose === about.purpose &&
    request.state === about.state
  if (!matches || !(await consumeOnce(app, request.state, request.expiresAt))) {
    throw new Refusal('identity.expired')
  }
  return request
}

export async function writeTicket(
  app: Omit<Deps, 'db'>,
  about: Omit<Ticket, 'id' | 'expiresAt'>,
): Promise<string> {
  const expiresAt = app.clock.now() + TICKET_TTL
  return sealJson(app, TICKET_CONTEXT, { ...about, id: newToken(app.random), expiresAt })
}

export async function readTicket(app: Omit<Deps, 'db'>, text: string): Promise<Ticket> {
  const ticket = await unsealJson(app, TICKET_CONTEXT, text)
  if (Check(Ticket, ticket) && ticket.expiresAt > app.clock.now()) return ticket
  throw new Refusal('identity.expired')
}

/**
 * Marks an ID as used, in one statement.
 * @returns whether the ID was unused
 */
export function consumeOnce(
  { db }: Pick<App, 'db'>,
  secret: string,
  expiresAt: number,
): Promise<boolean> {
  const id = createHash('sha256').update(`identity ${secret}`).digest('base64url')
  return consumeSingleUseToken(db, { id, expiresAt })
}

async function sealJson(app: Pick<App, 'keys'>, context: string, content: object): Promise<string> {
  const generation = await app.keys.newest()
  return generation.seal(context, Buffer.from(JSON.stringify(content)))
}

/** Decrypts JSON. Returns undefined for a text that this site did not encrypt for this context. */
async function unsealJson(
  { keys }: Pick<App, 'keys'>,
  context: string,
  text: string | undefined,
): Promise<unknown> {
  const [kid = ''] = (text ?? '').split('.', 1)
  if (text === undefined || !(await keys.find(kid))) return undefined
  try {
    return JSON.parse((await keys.unseal(context, text)).toString())
  } catch {
    return undefined // the text is forged
  }
}
