import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

/** The actor of commands. */
export const BY_OWNER = { actor: 'command', ip: null }

/** A password that no player has. */
export const WRONG = 'wrong guess'

/** Turns on 2FA for a player, and returns a function that gives the current code. */
export async function enableTwoFactor(
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

/** Creates Steve with 2FA. `totp` returns the current code. */
export async function playerWithTwoFactor(site: Site) {
  const steve = await site.player('Steve')
  return { ...steve, totp: await enableTwoFactor(site, steve) }
}
