import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import { bearer } from '../browser.ts'
import type { Site } from '../site.ts'
import { fromBase32, stepAt, totpCode } from './authenticator.ts'

/** Who acts when the owner does something by command. */
export const BY_OWNER = { actor: 'command', ip: null }

/** A password that is nobody’s. */
export const WRONG = 'wrong guess'

/** Turns 2FA on for a player; returns the code of each moment. */
export async function guard(
  site: Site,
  { browser, accessToken }: Pick<Awaited<ReturnType<Site['player']>>, 'browser' | 'accessToken'>,
): Promise<() => string> {
  const headers = bearer(accessToken)
  const { body } = await browser.get('/cabinet/2fa/generate', headers)
  const totp = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
  const enabled = await browser.post('/cabinet/2fa/enable', { code: totp() }, headers)
  assert.equal(enabled.status, 204)
  site.wait(30 * SECOND)
  return totp
}

/** Steve with 2FA on; `totp` is the code of this moment. */
export async function guarded(site: Site) {
  const steve = await site.player('Steve')
  return { ...steve, totp: await guard(site, steve) }
}
