import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { NoAnswer } from '../../platform/outbound/identity-provider-client.ts'
import type { Attempt } from './authorization-request.ts'
import {
  Declined,
  type Person,
  type Provider,
  type ProviderAnswer,
  redirectUrlOf,
  WrongAnswer,
} from './identity.ts'
import { paramsOf } from './protocols/params.ts'
import type { Question } from './protocols/protocol.ts'
import { kinds } from './protocols/protocols.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'keys' | 'log' | 'identityHosts' | 'issuers'>

const RETRY_AFTER_SECONDS = 60

/**
 * Returns the address at the service where a player is asked.
 *
 * @throws Refusal `identity.unavailable`, `overloaded`
 */
export async function addressAt(app: Needs, provider: Provider, attempt: Attempt): Promise<string> {
  const question = await questionTo(app, provider)
  try {
    return await kinds[provider.kind].addressOf(app, question, attempt)
  } catch (error) {
    throw refusalOf(app, provider, error, 'identity.unavailable')
  }
}

/**
 * Asks a service who was there, by what it sent back.
 *
 * @throws Refusal `identity.cancelled`, `identity.wrong`, `identity.unavailable`, `overloaded`
 */
export async function whoWas(
  app: Needs,
  provider: Provider,
  attempt: Attempt,
  answer: ProviderAnswer,
): Promise<Person> {
  const question = await questionTo(app, provider)
  try {
    judgeError(answer)
    return await kinds[provider.kind].personOf(app, question, attempt, answer)
  } catch (error) {
    throw refusalOf(app, provider, error, 'identity.wrong')
  }
}

/** Asks a service whether it is in order. @returns why not, or null. @throws Refusal `overloaded` */
export async function troubleWith(app: Needs, provider: Provider): Promise<string | null> {
  const question = await questionTo(app, provider)
  try {
    await kinds[provider.kind].test(app, question)
    return null
  } catch (error) {
    if (error instanceof Refusal) throw error
    return reasonOf(error)
  }
}

/** The errors that a service sends instead of an answer (RFC 6749, 4.1.2.1). */
function judgeError({ query }: ProviderAnswer): void {
  const error = paramsOf(query).get('error')
  if (error === null) return
  if (error === 'access_denied') throw new Declined()
  const isAway = error === 'server_error' || error === 'temporarily_unavailable'
  if (isAway) throw new NoAnswer('it says that it cannot answer now')
  throw new WrongAnswer('it sent an error')
}

async function questionTo(app: Needs, provider: Provider): Promise<Question> {
  const { slug, secretSealed } = provider
  const secret = await app.keys.unseal(secretRow(slug), secretSealed)
  const redirectUrl = redirectUrlOf(app.config, slug)
  return { provider, clientSecret: secret.toString(), redirectUrl }
}

/** Names what a secret is sealed for, so that it cannot be opened as that of another service. */
export function secretRow(slug: string): string {
  return `identity-provider:${slug}`
}

/** Says what came of a question; the log learns why, and nothing of what was sent or received. */
function refusalOf(
  { log }: Needs,
  { slug, kind }: Provider,
  error: unknown,
  otherwise: 'identity.wrong' | 'identity.unavailable',
): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Error && error.cause instanceof Refusal) return error.cause
  if (error instanceof Declined) return new Refusal('identity.cancelled')
  const isAway = isNoAnswer(error)
  const reason = reasonOf(error)
  log.warn({ provider: slug, kind, reason }, 'a service did not tell who somebody is')
  if (isAway || otherwise === 'identity.unavailable') {
    return new Refusal('identity.unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  }
  return new Refusal(otherwise)
}

/** The library for OpenID Connect wraps what its questions throw. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  return error instanceof Error && error.cause instanceof NoAnswer
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const root = error.cause instanceof NoAnswer ? error.cause : error
  if ('error' in root && typeof root.error === 'string') {
    return /^[a-z_]{1,40}$/.test(root.error) ? root.error : 'unreadable'
  }
  return root.message
}
