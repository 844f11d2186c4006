import type { IdentityKind } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { botOf } from './protocols/telegram.ts'

/** A tenant of Microsoft: its id, a domain, or one of the words for many. */
const TENANT = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,125}[A-Za-z0-9])?$/

/**
 * Reads the issuer that an owner entered: an https address for `oidc`, a tenant for `microsoft`; the other
 * kinds have none of their own.
 *
 * @throws Refusal `request.invalid` naming `issuer`
 */
export function readIssuer(kind: IdentityKind, given: string | undefined): string | null {
  const text = given?.trim() ?? ''
  if (kind === 'microsoft') return tenantOf(text || 'common')
  if (kind !== 'oidc') return null
  const url = URL.parse(text)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || url.protocol !== 'https:') throw wrongIssuer()
  return text
}

function tenantOf(text: string): string {
  if (TENANT.test(text)) return text
  throw wrongIssuer()
}

function wrongIssuer(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: 'issuer', keyword: 'issuer' }] })
}

/**
 * Checks that a Telegram id is a bot's, and that a bot's token belongs to it.
 *
 * @throws Refusal `request.invalid` naming `clientId`
 */
export function requireBot(kind: IdentityKind, clientId: string, clientSecret: string): void {
  if (kind !== 'telegram') return
  const bot = botOf(clientSecret) ?? clientId
  if (bot === clientId && /^[0-9]{1,20}$/.test(clientId)) return
  throw new Refusal('request.invalid', { fields: [{ field: 'clientId', keyword: 'bot' }] })
}
