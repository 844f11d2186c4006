import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../app.ts'
import { HOUR } from '../../platform/clock.ts'
import type { Generation } from '../../security/keys/key-ring.ts'

const TOKEN_TTL = 24 * HOUR

type Deps = Pick<App, 'clock' | 'keys'>

/**
 * Makes the token of a setup link, valid for 24 hours. The token consists of its expiry and an HMAC, so it is not
 * stored. It becomes invalid once there is an administrator.
 */
export async function newSetupToken(app: Deps): Promise<string> {
  const generation = await app.keys.newest()
  const signed = `${generation.kid}.${(app.clock.now() + TOKEN_TTL).toString(36)}`
  return `${signed}.${macOf(generation, signed).toString('base64url')}`
}

export async function isSetupToken(app: Deps, text: string): Promise<boolean> {
  const [kid = '', until = '', mac = '', ...more] = text.split('.')
  const generation = more.length === 0 && kid ? await app.keys.find(kid) : undefined
  if (!generation) return false
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(generation, `${kid}.${until}`)
  const genuine = given.length === right.length && timingSafeEqual(given, right)
  return genuine && app.clock.now() < Number.parseInt(until, 36)
}

function macOf(generation: Generation, signed: string): Buffer {
  return createHmac('sha256', generation.derived('setup')).update(signed).digest()
}
