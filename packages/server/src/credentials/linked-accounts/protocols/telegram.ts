import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MINUTE, SECOND } from '../../../platform/clock.ts'
import { consumeOnce } from '../authorization-request.ts'
import { AccessDenied, externalIdentityOf, InvalidProviderResponse } from '../identity.ts'
import { telegramOidc } from './oidc.ts'
import { paramsOf } from './params.ts'
import type { ProviderProtocol } from './protocol.ts'

/** How old a response may be at most, and how far Telegram's clock may be ahead. */
const RESPONSE_TTL = 10 * MINUTE
const CLOCK_SKEW = MINUTE

const BOT_TOKEN = /^([0-9]{1,20}):[A-Za-z0-9_-]{20,}$/

/** Returns the ID of the bot in a bot token; undefined if the text is a client secret. */
export function botIdOf(secret: string): string | undefined {
  return BOT_TOKEN.exec(secret)?.[1]
}

const Fields = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const AuthResult = Type.Object({
  id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })]),
  auth_date: Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,12}$' })]),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  username: Type.Optional(Type.String()),
  first_name: Type.Optional(Type.String()),
})

/**
 * Telegram's legacy sign-in, without the script of the Login Widget. The response is signed with the bot token but not
 * bound to a request. So each response is accepted once, within ten minutes ("Checking authorization" in the
 * documentation of the widget).
 */
const loginWidget: ProviderProtocol = {
  async authorizationUrl(_app, { provider, redirectUrl }, { state }) {
    const url = new URL('https://oauth.telegram.org/auth')
    const { origin } = new URL(redirectUrl)
    const back = `${redirectUrl}?${new URLSearchParams({ state })}`
    const params = { bot_id: provider.clientId, origin, return_to: back }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    return url.href
  },

  async identify(app, { clientSecret }, _request, { fragment = '' }) {
    const result = paramsOf(fragment).get('tgAuthResult')
    if (result === 'false') throw new AccessDenied()
    const fields = fieldsIn(result ?? '')
    if (!Check(Fields, fields) || !Check(AuthResult, fields))
      throw new InvalidProviderResponse('it is unreadable')
    if (!isSigned(fields, clientSecret))
      throw new InvalidProviderResponse('its signature does not fit')
    const at = Number(fields.auth_date) * SECOND
    const now = app.clock.now()
    if (at <= now - RESPONSE_TTL || at > now + CLOCK_SKEW)
      throw new InvalidProviderResponse('it is not fresh')
    if (!(await consumeOnce(app, `telegram ${fields.hash}`, at + RESPONSE_TTL + CLOCK_SKEW))) {
      throw new InvalidProviderResponse('it was used before')
    }
    return externalIdentityOf(fields.id, [fields.username, fields.first_name])
  },

  probeUrl: telegramOidc.probeUrl,

  async test({ identityHosts }) {
    await identityHosts.send('https://oauth.telegram.org/auth')
  },
}

function fieldsIn(result: string): unknown {
  try {
    return JSON.parse(Buffer.from(result, 'base64url').toString('utf8'))
  } catch {
    return undefined // the response is forged
  }
}

/**
 * Whether the signature of a response is valid. The signed text has one line for each field, so fields with a line
 * break are refused: a name with a line break could imitate another field.
 */
export function isSigned(
  { hash, ...fields }: Record<string, string | number>,
  botToken: string,
): boolean {
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  if (lines.some((line) => line.includes('\n'))) return false
  const key = createHash('sha256').update(botToken).digest()
  const expected = createHmac('sha256', key).update(lines.join('\n')).digest()
  const given = Buffer.from(String(hash), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Telegram. A provider with a client secret uses OpenID Connect; a provider with a bot token uses the legacy sign-in.
 */
export const telegram: ProviderProtocol = {
  authorizationUrl: (app, providerRequest, request) =>
    protocolFor(providerRequest).authorizationUrl(app, providerRequest, request),
  identify: (app, providerRequest, request, response) =>
    protocolFor(providerRequest).identify(app, providerRequest, request, response),
  probeUrl: telegramOidc.probeUrl,
  test: (app, providerRequest) => protocolFor(providerRequest).test(app, providerRequest),
}

function protocolFor({ clientSecret }: { clientSecret: string }): ProviderProtocol {
  return botIdOf(clientSecret) === undefined ? telegramOidc : loginWidget
}
