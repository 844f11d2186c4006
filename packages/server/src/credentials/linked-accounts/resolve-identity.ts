import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { type AttemptPurpose, beginAttempt, takeAttempt } from './authorization-request.ts'
import type { Person, Provider, ProviderAnswer } from './identity.ts'
import { addressAt, whoWas } from './provider-client.ts'
import { findProvider } from './provider-store.ts'

/** What a browser brings back from a service: its answer, and the attempt that the browser kept. */
export type Return = ProviderAnswer & { provider: string; kept: string | undefined }

/** A service that is on. @throws Refusal `identity.providernotfound` */
export async function requireProvider({ db }: Pick<App, 'db'>, slug: string): Promise<Provider> {
  const provider = await findProvider(db, slug)
  if (!provider?.enabled) throw new Refusal('identity.providernotfound')
  return provider
}

/**
 * Begins an attempt at a service.
 *
 * @returns where the player goes, and what their browser keeps meanwhile
 * @throws Refusal `identity.providernotfound`, `identity.unavailable`, `overloaded`
 */
export async function sendAway(
  app: App,
  slug: string,
  about: { purpose: AttemptPurpose; next: string | undefined },
): Promise<{ url: string; kept: string }> {
  const provider = await requireProvider(app, slug)
  const { attempt, sealed } = await beginAttempt(app, { provider: slug, ...about })
  return { url: await addressAt(app, provider, attempt), kept: sealed }
}

/**
 * Takes the attempt that a browser began, and asks the service who was there. Nothing is changed by it but that
 * the attempt is over.
 *
 * @throws Refusal `identity.providernotfound`, `identity.expired`, `identity.cancelled`, `identity.wrong`,
 *   `identity.unavailable`, `overloaded`
 */
export async function meetPerson(
  app: App,
  purpose: AttemptPurpose,
  { provider: slug, kept, ...answer }: Return,
): Promise<{ person: Person; next: string | null }> {
  const provider = await requireProvider(app, slug)
  const state = new URLSearchParams(answer.query).get('state')
  const attempt = await takeAttempt(app, kept, { provider: slug, purpose, state })
  const person = await whoWas(app, provider, attempt, answer)
  return { person, next: attempt.next }
}
