import type { IdentityKind, LinkedIdentity as LinkedReply, ShownProvider } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'

export type Provider = {
  /** The last part of the provider's redirect path, `/linked/<slug>`. */
  slug: string
  kind: IdentityKind
  name: string
  /** The issuer of an `oidc` provider, the tenant of a `microsoft` provider, otherwise null. */
  issuer: string | null
  clientId: string
  secretSealed: string
  /** Whether a sign-in by an account of this provider needs no 2FA code of this site. */
  trusted: boolean
  enabled: boolean
  createdAt: number
}

export type LinkedIdentity = {
  provider: string
  subject: string
  playerId: string
  name: string
  linkedAt: number
  lastUsedAt: number | null
}

export type ExternalIdentity = { subject: string; name: string }

export type ProviderResponse = { query: string; fragment?: string }

const MAX_SUBJECT_LENGTH = 255
const MAX_NAME_LENGTH = 64

/** A response of a provider that cannot be trusted. The message is for the log. */
export class InvalidProviderResponse extends Error {}

export class AccessDenied extends Error {}

/**
 * Makes an account from values of a provider's response. The name is the first usable one of `names`, shortened.
 * @throws InvalidProviderResponse
 */
export function externalIdentityOf(subject: unknown, names: readonly unknown[]): ExternalIdentity {
  const text = typeof subject === 'number' ? String(subject) : subject
  if (typeof text !== 'string' || text === '' || text.length > MAX_SUBJECT_LENGTH) {
    throw new InvalidProviderResponse('it names no account')
  }
  if (/\p{Cc}/u.test(text)) throw new InvalidProviderResponse('it names no account')
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return { subject: text, name: truncateName(name ?? '') }
}

function truncateName(name: string): string {
  return Array.from(name.replaceAll(/\p{Cc}/gu, ' ').trim())
    .slice(0, MAX_NAME_LENGTH)
    .join('')
}

export function redirectUrlOf(config: { publicUrl: string }, slug: string): string {
  return `${config.publicUrl}/linked/${slug}`
}

export function toPublicProvider({ slug, kind, name }: Provider): ShownProvider {
  return { slug, kind, name }
}

export function toLinkedReply({ name, linkedAt, lastUsedAt }: LinkedIdentity): LinkedReply {
  return { name, linkedAt: isoInstant(linkedAt), lastUsedAt: isoOrNull(lastUsedAt) }
}

export function identityAuditText({ provider, subject, name }: LinkedIdentity): string {
  return `${provider}: ${name} (${subject})`
}
