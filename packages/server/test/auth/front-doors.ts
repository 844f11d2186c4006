import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import { stepAt, totpCode } from '../../src/two-factor/totp.ts'
import { bearer } from '../browser.ts'
import type { Site } from '../site.ts'
import { fromBase32 } from './authenticator.ts'

/** Who acts when the owner does something by command. */
export const BY_OWNER = { actor: 'command', ip: null }

/** A password that is nobody’s. */
export const WRONG = 'wrong guess'

/** Steve with 2FA on; `totp` is the code of this moment. */
export async function guarded(site: Site) {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const totp = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
  const enabled = await steve.browser.post('/cabinet/2fa/enable', { code: totp() }, headers)
  assert.equal(enabled.status, 204)
  site.wait(30 * SECOND)
  return { ...steve, totp }
}
