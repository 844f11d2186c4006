import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER, playerWithTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'

export function offerCodes(site: Site, text: 'on' | 'off' = 'on'): Promise<unknown> {
  return changeSetting(site.app, BY_OWNER, { name: 'recoveryCodes', text })
}

/** Creates Steve with 2FA and ten recovery codes on a site that offers them. */
export async function withCodes(site: Site) {
  await offerCodes(site)
  const steve = await playerWithTwoFactor(site)
  const headers = bearer(steve.accessToken)
  const ask = {
    make: () => steve.browser.post('/cabinet/2fa/recovery-codes', undefined, headers),
    left: async () => (await steve.browser.get('/cabinet/2fa/recovery-codes', headers)).body.left,
    disable: (code: string) => steve.browser.post('/cabinet/2fa/disable', { code }, headers),
  }
  return { ...steve, ...ask, codes: codesOf(await ask.make()) }
}

export function codesOf({ status, body }: Reply): string[] {
  assert.equal(status, 201)
  return body.codes
}

export function logInWith(site: Site, totp: string | undefined, instance = 0): Promise<Reply> {
  const body = { username_or_email: 'Steve', password: PASSWORD, ...(totp && { totp }) }
  return site.browser({ instance }).post('/auth/login', body)
}
