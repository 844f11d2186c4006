import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'
import { burnAttempt } from '../passkeys/passkey-store.ts'

/** How long somebody may be away at the service (docs/contract.md#linked-accounts). */
export const AWAY_TTL = 10 * MINUTE

/** How long a code of the second factor is waited for. */
const TICKET_TTL = 5 * MINUTE

/** What an attempt is for: to sign in, or to link an account in one session. */
export type AttemptPurpose = 'login' | `link ${string}`

/**
 * What one browser keeps, sealed, while somebody is away at a service. `state` comes back with the answer,
 * and `verifier` and `nonce` tie the answer to this attempt (RFC 7636; OpenID Connect Core 3.1.2.1).
 */
export type Attempt = Static<typeof Attempt>
const Attempt = Type.Object({
  provider: Type.String(),
  purpose: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  next: Type.Union([Type.String(), Type.Null()]),
  expiresAt: Type.Integer(),
})

/** Somebody whom a service let in and who still has to enter the code of their second factor. */
export type Ticket = Static<typeof Ticket>
const Ticket = Type.Object({
  id: Type.String(),
  playerId: Type.String(),
  provider: Type.String(),
  subject: Type.String(),
  name: Type.String(),
  expiresAt: Type.Integer(),
})

type Needs = Pick<App, 'db' | 'keys' | 'clock' | 'random'>

const ATTEMPT_ROW = 'identity-attempt'
const TICKET_ROW = 'identity-ticket'

/** Begins an attempt. The first word of its state tells the page what to do with the answer. */
export async function beginAttempt(
  app: Omit<Needs, 'db'>,
  about: { provider: string; purpose: AttemptPurpose; next: string | undefined },
): Promise<{ attempt: Attempt; sealed: string }> {
  const { provider, purpose, next = null } = about
  const attempt: Attempt = {
    provider,
    purpose,
    state: `${purpose === 'login' ? 'login' : 'link'}_${newToken(app.random)}`,
    nonce: newToken(app.random),
    verifier: newToken(app.random),
    next,
    expiresAt: app.clock.now() + AWAY_TTL,
  }
  return { attempt, sealed: await sealed(app, ATTEMPT_ROW, attempt) }
}

/**
 * Takes the attempt that this browser keeps, which is over by that. One statement decides: of any number of
 * calls at once, on any instance, only one gets it, before the service is asked.
 *
 * @throws Refusal `identity.expired` also for an answer to another attempt, service or session
 */
export async function takeAttempt(
  app: Needs,
  kept: string | undefined,
  about: { provider: string; purpose: AttemptPurpose; state: string | null },
): Promise<Attempt> {
  const attempt = await opened(app, ATTEMPT_ROW, kept)
  const fits =
    Check(Attempt, attempt) &&
    attempt.expiresAt > app.clock.now() &&
    attempt.provider === about.provider &&
    attempt.purpose === about.purpose &&
    attempt.state === about.state
  if (!fits || !(await burn(app, attempt.state, attempt.expiresAt))) {
    throw new Refusal('identity.expired')
  }
  return attempt
}

/** Writes a ticket for somebody whom a service let in. */
export async function writeTicket(
  app: Omit<Needs, 'db'>,
  about: Omit<Ticket, 'id' | 'expiresAt'>,
): Promise<string> {
  const expiresAt = app.clock.now() + TICKET_TTL
  return sealed(app, TICKET_ROW, { ...about, id: newToken(app.random), expiresAt })
}

/** @throws Refusal `identity.expired` */
export async function readTicket(app: Omit<Needs, 'db'>, text: string): Promise<Ticket> {
  const ticket = await opened(app, TICKET_ROW, text)
  if (Check(Ticket, ticket) && ticket.expiresAt > app.clock.now()) return ticket
  throw new Refusal('identity.expired')
}

/**
 * Burns something that works once, by a hash of it. One statement decides (passkey-store.ts). @returns whether
 * nobody had burnt it before.
 */
export function burn({ db }: Pick<App, 'db'>, secret: string, expiresAt: number): Promise<boolean> {
  const id = createHash('sha256').update(`identity ${secret}`).digest('base64url')
  return burnAttempt(db, { id, expiresAt })
}

async function sealed(app: Pick<App, 'keys'>, row: string, content: object): Promise<string> {
  const generation = await app.keys.newest()
  return generation.seal(row, Buffer.from(JSON.stringify(content)))
}

/** Returns undefined for anything that this site did not seal for this purpose. */
async function opened(
  { keys }: Pick<App, 'keys'>,
  row: string,
  text: string | undefined,
): Promise<unknown> {
  const [kid = ''] = (text ?? '').split('.', 1)
  if (text === undefined || !(await keys.find(kid))) return undefined
  try {
    return JSON.parse((await keys.unseal(row, text)).toString())
  } catch {
    return undefined // somebody made it up
  }
}
