import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MINUTE, SECOND } from '../../../platform/clock.ts'
import { burn } from '../authorization-request.ts'
import { Declined, personOf, WrongAnswer } from '../identity.ts'
import { telegramOidc } from './oidc.ts'
import { paramsOf } from './params.ts'
import type { Kind } from './protocol.ts'

/** How old an answer may be, and how far ahead Telegram's clock. */
const ANSWER_TTL = 10 * MINUTE
const AHEAD = MINUTE

const BOT_TOKEN = /^([0-9]{1,20}):[A-Za-z0-9_-]{20,}$/

/** The id of the bot that a token belongs to; undefined for a Client Secret. */
export function botOf(secret: string): string | undefined {
  return BOT_TOKEN.exec(secret)?.[1]
}

const Fields = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const Answer = Type.Object({
  id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })]),
  auth_date: Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,12}$' })]),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  username: Type.Optional(Type.String()),
  first_name: Type.Optional(Type.String()),
})

/**
 * Telegram with the token of a bot: its older sign-in, without the script of the widget. What comes back in the
 * fragment is signed with the token, but belongs to no attempt: so it is good once, and for ten minutes
 * ("Checking authorization" of the legacy Login Widget).
 */
const byToken: Kind = {
  async addressOf(_app, { provider, redirectUrl }, { state }) {
    const url = new URL('https://oauth.telegram.org/auth')
    const { origin } = new URL(redirectUrl)
    const back = `${redirectUrl}?${new URLSearchParams({ state })}`
    const params = { bot_id: provider.clientId, origin, return_to: back }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    return url.href
  },

  async personOf(app, { clientSecret }, _attempt, { fragment = '' }) {
    const result = paramsOf(fragment).get('tgAuthResult')
    if (result === 'false') throw new Declined()
    const fields = fieldsIn(result ?? '')
    if (!Check(Fields, fields) || !Check(Answer, fields)) throw new WrongAnswer('it is unreadable')
    if (!isSigned(fields, clientSecret)) throw new WrongAnswer('its signature does not fit')
    const at = Number(fields.auth_date) * SECOND
    const now = app.clock.now()
    if (at <= now - ANSWER_TTL || at > now + AHEAD) throw new WrongAnswer('it is not fresh')
    if (!(await burn(app, `telegram ${fields.hash}`, at + ANSWER_TTL + AHEAD))) {
      throw new WrongAnswer('it was used before')
    }
    return personOf(fields.id, [fields.username, fields.first_name])
  },

  whereabouts: telegramOidc.whereabouts,

  async test({ identityHosts }) {
    await identityHosts.ask('https://oauth.telegram.org/auth')
  },
}

function fieldsIn(result: string): unknown {
  try {
    return JSON.parse(Buffer.from(result, 'base64url').toString('utf8'))
  } catch {
    return undefined // somebody made it up
  }
}

/**
 * Whether Telegram signed the fields for this bot: with the hash of its token, over all of them in order. A line
 * has one field: who has a line break in their name there must not get a part of it read as another field.
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
  const right = createHmac('sha256', key).update(lines.join('\n')).digest()
  const given = Buffer.from(String(hash), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Telegram speaks OpenID Connect to whoever has a Client Secret, and its older way to whoever has only a bot's token. */
export const telegram: Kind = {
  addressOf: (app, question, attempt) => way(question).addressOf(app, question, attempt),
  personOf: (app, question, attempt, answer) =>
    way(question).personOf(app, question, attempt, answer),
  whereabouts: telegramOidc.whereabouts,
  test: (app, question) => way(question).test(app, question),
}

function way({ clientSecret }: { clientSecret: string }): Kind {
  return botOf(clientSecret) === undefined ? telegramOidc : byToken
}
