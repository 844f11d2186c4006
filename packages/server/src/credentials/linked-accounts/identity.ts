import type { IdentityKind, LinkedIdentity as LinkedReply, ShownProvider } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'

/** A service whose accounts players can link (docs/contract.md#linked-accounts). */
export type Provider = {
  /** The end of its address here: `/linked/<slug>`. */
  slug: string
  kind: IdentityKind
  name: string
  /** The issuer of an `oidc`, the tenant of a `microsoft`, null for the others. */
  issuer: string | null
  clientId: string
  secretSealed: string
  /** Whether whoever it sends needs no code of this site. */
  trusted: boolean
  enabled: boolean
  createdAt: number
}

/** An account elsewhere that a player has linked; it belongs to one player. */
export type LinkedIdentity = {
  /** The slug of its provider. */
  provider: string
  /** What the service calls the account, for good. */
  subject: string
  playerId: string
  /** What people call it there. */
  name: string
  linkedAt: number
  lastUsedAt: number | null
}

/** Who a service says is there. */
export type Person = { subject: string; name: string }

/** What a service sent back, as it stood in the address of the page. */
export type ProviderAnswer = { query: string; fragment?: string }

const LONGEST_SUBJECT = 255
const LONGEST_NAME = 64

/** A service's answer that cannot be believed; the reason is for the log. */
export class WrongAnswer extends Error {}

/** Somebody said no at the service. */
export class Declined extends Error {}

/**
 * Reads who a service says is there: the subject has to fit as it is, the name is cut.
 *
 * @throws WrongAnswer
 */
export function personOf(subject: unknown, names: readonly unknown[]): Person {
  const text = typeof subject === 'number' ? String(subject) : subject
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_SUBJECT) {
    throw new WrongAnswer('it names no account')
  }
  if (/\p{Cc}/u.test(text)) throw new WrongAnswer('it names no account')
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return { subject: text, name: shortened(name ?? '') }
}

function shortened(name: string): string {
  return Array.from(name.replaceAll(/\p{Cc}/gu, ' ').trim())
    .slice(0, LONGEST_NAME)
    .join('')
}

/** Where a service sends a player back to: a page of this site. */
export function redirectUrlOf(config: { publicUrl: string }, slug: string): string {
  return `${config.publicUrl}/linked/${slug}`
}

export function toShownProvider({ slug, kind, name }: Provider): ShownProvider {
  return { slug, kind, name }
}

/** Describes a linked account to its player. */
export function toLinkedReply({ name, linkedAt, lastUsedAt }: LinkedIdentity): LinkedReply {
  return { name, linkedAt: isoInstant(linkedAt), lastUsedAt: isoOrNull(lastUsedAt) }
}

/** Names a linked account for the audit trail. */
export function traceOf({ provider, subject, name }: LinkedIdentity): string {
  return `${provider}: ${name} (${subject})`
}
