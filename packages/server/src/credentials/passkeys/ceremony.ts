import { createHash, createHmac } from 'node:crypto'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'

/** How long a challenge is valid (docs/contract.md#passkeys). */
export const CEREMONY_TTL = 5 * MINUTE

export type CeremonyType = 'get' | `create ${string}`

export type Ceremony = { id: string; challenge: Buffer; expiresAt: number }

type Deps = Pick<App, 'keys' | 'clock' | 'random'>

/**
 * Makes a challenge. `attempt` is `kid.expiresAt.nonce`, which the browser sends back. The challenge is an HMAC of
 * `attempt` and the purpose, so it is not stored, and is valid only for this attempt and purpose.
 */
export async function beginCeremony(
  app: Deps,
  purpose: CeremonyType,
): Promise<{ attempt: string; challenge: Buffer }> {
  const generation = await app.keys.newest()
  const expiresAt = app.clock.now() + CEREMONY_TTL
  const attempt = `${generation.kid}.${expiresAt}.${newToken(app.random)}`
  return { attempt, challenge: ceremonyChallenge(generation.derived('passkey'), purpose, attempt) }
}

/**
 * Computes the challenge of an attempt that the browser sent back. A forged attempt gets a challenge that was never
 * issued.
 * @throws Refusal `passkey.expired`
 */
export async function readCeremony(
  app: Deps,
  purpose: CeremonyType,
  attempt: string,
): Promise<Ceremony> {
  const [, kid = '', end = ''] = /^([\w-]+)\.([0-9]{1,15})\.[\w-]{43}$/.exec(attempt) ?? []
  const expiresAt = Number(end)
  const remaining = expiresAt - app.clock.now()
  const generation =
    remaining > 0 && remaining <= CEREMONY_TTL ? await app.keys.find(kid) : undefined
  if (!generation) throw new Refusal('passkey.expired')
  const challenge = ceremonyChallenge(generation.derived('passkey'), purpose, attempt)
  return { id: createHash('sha256').update(attempt).digest('base64url'), challenge, expiresAt }
}

function ceremonyChallenge(key: Buffer, purpose: CeremonyType, attempt: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${attempt}`).digest()
}
