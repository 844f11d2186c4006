import type { IdentityKind } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { botIdOf } from './protocols/telegram.ts'

/** A Microsoft tenant: an ID, a domain, or a keyword such as `common`. */
const TENANT = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,125}[A-Za-z0-9])?$/

/**
 * Checks and returns the issuer of a new provider: an https URL for `oidc`, a tenant for `microsoft` (`common` if the
 * text is empty). Returns null for other kinds.
 * @throws Refusal `request.invalid` naming `issuer`
 */
export function parseIssuer(kind: IdentityKind, given: string | undefined): string | null {
  const text = given?.trim() ?? ''
  if (kind === 'microsoft') return parseTenant(text || 'common')
  if (kind !== 'oidc') return null
  const url = URL.parse(text)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || url.protocol !== 'https:') throw invalidIssuer()
  return text
}

function parseTenant(text: string): string {
  if (TENANT.test(text)) return text
  throw invalidIssuer()
}

function invalidIssuer(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: 'issuer', keyword: 'issuer' }] })
}

/**
 * Checks for a Telegram provider that the client ID is the ID of a bot, and that a bot token belongs to this bot.
 * @throws Refusal `request.invalid` naming `clientId`
 */
export function requireTelegramBot(
  kind: IdentityKind,
  clientId: string,
  clientSecret: string,
): void {
  if (kind !== 'telegram') return
  const bot = botIdOf(clientSecret) ?? clientId
  if (bot === clientId && /^[0-9]{1,20}$/.test(clientId)) return
  throw new Refusal('request.invalid', { fields: [{ field: 'clientId', keyword: 'bot' }] })
}
