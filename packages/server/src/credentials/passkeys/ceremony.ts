import { createHash, createHmac } from 'node:crypto'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'

/** How long an attempt lasts (docs/contract.md#passkeys). */
export const ATTEMPT_TTL = 5 * MINUTE

/** What an attempt is for: to sign in, or to add a passkey in one session. */
export type AttemptPurpose = 'get' | `create ${string}`

/** An attempt that is under way. `id` is what it is burnt by. */
export type Attempt = { id: string; challenge: Buffer; expiresAt: number }

type Needs = Pick<App, 'keys' | 'clock' | 'random'>

/**
 * Begins an attempt: `kid.expiresAt.nonce`, which the caller keeps and sends back. Its challenge is an HMAC
 * of it and its purpose, so nothing is stored for those who only open a page, and a challenge belongs to one
 * attempt for one purpose.
 */
export async function beginAttempt(
  app: Needs,
  purpose: AttemptPurpose,
): Promise<{ attempt: string; challenge: Buffer }> {
  const generation = await app.keys.newest()
  const expiresAt = app.clock.now() + ATTEMPT_TTL
  const attempt = `${generation.kid}.${expiresAt}.${newToken(app.random)}`
  return { attempt, challenge: challengeOf(generation.derived('passkey'), purpose, attempt) }
}

/**
 * Reads an attempt. One that was made up has a challenge that nobody was given.
 *
 * @throws Refusal `passkey.expired`
 */
export async function readAttempt(
  app: Needs,
  purpose: AttemptPurpose,
  attempt: string,
): Promise<Attempt> {
  const [, kid = '', end = ''] = /^([\w-]+)\.([0-9]{1,15})\.[\w-]{43}$/.exec(attempt) ?? []
  const expiresAt = Number(end)
  const left = expiresAt - app.clock.now()
  const generation = left > 0 && left <= ATTEMPT_TTL ? await app.keys.find(kid) : undefined
  if (!generation) throw new Refusal('passkey.expired')
  const challenge = challengeOf(generation.derived('passkey'), purpose, attempt)
  return { id: createHash('sha256').update(attempt).digest('base64url'), challenge, expiresAt }
}

function challengeOf(key: Buffer, purpose: AttemptPurpose, attempt: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${attempt}`).digest()
}
