import { createHash, createHmac } from 'node:crypto'
import type { NewIdentityProvider } from '@portal/contract'
import { SECOND } from '../../../src/platform/clock.ts'
import type { Browser, Reply } from '../../support/browser.ts'
import { answerIn, beginLink, finishLink } from './with-identity.ts'

export const TOKEN = '123456789:AAF-portal_vector_token_for_tests-0'
export const TELEGRAM: NewIdentityProvider = {
  slug: 'telegram',
  kind: 'telegram',
  name: 'Telegram',
  clientId: '123456789',
  clientSecret: TOKEN,
  trusted: false,
  enabled: true,
}

/**
 * A signed result of 2030-01-01T11:59:00Z, made with `openssl dgst -sha256 -mac HMAC` as in "Checking authorization" of
 * the legacy widget.
 */
export const VECTOR =
  'eyJpZCI6OTg3NjU0MzIxLCJmaXJzdF9uYW1lIjoi0KHRgtC40LIiLCJ1c2VybmFtZSI6InN0ZXZlX21jIiwicGhvdG9fdXJsIjoiaHR0cHM6Ly90Lm1lL2kvdXNlcnBpYy8zMjAvc3RldmUuanBnIiwiYXV0aF9kYXRlIjoxODkzNDk5MTQwLCJoYXNoIjoiOWJjNGU3MzdjOTlhZDhiZWU1MzhhNGY3Mzc1ZjgzMzZhOGYwMDhiNTY3ODY0MTAyZDY0MGQ3MmEwNGE1YzJmNCJ9'

export type Fields = Record<string, string | number>

/** Returns a result that is signed as Telegram does, by default for the configured bot. */
export function signed(fields: Fields, token = TOKEN): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  const key = createHash('sha256').update(token).digest()
  const hash = createHmac('sha256', key).update(text).digest('hex')
  return Buffer.from(JSON.stringify({ ...fields, hash })).toString('base64url')
}

export function steveAt(at: number, more: Fields = {}): Fields {
  return { id: 987654321, first_name: 'Steve', auth_date: Math.floor(at / SECOND), ...more }
}

/** Returns the address to which Telegram would send the browser: `return_to` with the result as its fragment. */
export function returned(url: string, result: string): URL {
  const back = new URL(new URL(url).searchParams.get('return_to') ?? '')
  back.hash = `tgAuthResult=${result}`
  return back
}

/** Signs in with a result signed by Telegram. */
export async function logInByTelegram(browser: Browser, result: string) {
  const { body } = await browser.post('/auth/identity/telegram/options')
  return browser.post('/auth/identity/telegram/login', answerIn(returned(body.url, result)))
}

/** Links a Telegram account to a signed-in player. */
export async function linkByTelegram(
  player: { browser: Browser; accessToken: string },
  at: number,
): Promise<Reply> {
  const { body } = await beginLink(player, 'telegram')
  return finishLink(player, returned(body.url, signed(steveAt(at))), 'telegram')
}
