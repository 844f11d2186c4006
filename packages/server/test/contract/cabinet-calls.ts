import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { newAuthenticator } from '../credentials/passkeys/authenticator.ts'
import { addPasskey } from '../credentials/passkeys/with-passkey.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { BY_OWNER, playerWithTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

export type Steve = Awaited<ReturnType<Site['player']>>

/** A successful and a refused call for each endpoint about a player's address, password and second factor. */
export const cabinetCalls = {
  verify: {
    async happy(site) {
      const steve = await unconfirmedPlayer(site)
      return steve.browser.post(
        '/auth/verify',
        { code: await codeTo(site, steve.email) },
        steve.headers,
      )
    },
    async refused(site) {
      const steve = await unconfirmedPlayer(site)
      return steve.browser.post('/auth/verify', { code: 'wrong' }, steve.headers)
    },
  },
  resend: {
    async happy(site) {
      const steve = await unconfirmedPlayer(site)
      return steve.browser.get('/auth/resend', steve.headers)
    },
    refused: asSteve((steve) => steve.browser.get('/auth/resend', bearer(steve.accessToken))),
  },
  changeEmail: {
    happy: asSteve((steve) => changeEmail(steve, PASSWORD)),
    refused: asSteve((steve) => changeEmail(steve, 'not my password')),
  },
  prove: {
    happy: asSteve((steve) => prove(steve, { password: PASSWORD })),
    refused: asSteve((steve) => prove(steve, { password: 'not my password' })),
  },
  verifyEmailChange: {
    async happy(site) {
      const steve = await site.player('Steve')
      await changeEmail(steve, PASSWORD)
      const body = { code: await codeTo(site, 'new@example.org') }
      return steve.browser.post('/cabinet/email/verify', body, bearer(steve.accessToken))
    },
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/email/verify', { code: '1' }, bearer(steve.accessToken)),
    ),
  },
  judgePassword: {
    happy: (site) => site.browser().post('/auth/password/check', { password: PASSWORD }),
    refused: (site) => site.browser().post('/auth/password/check', { password: 'password' }),
  },
  requestReset: {
    happy: (site) => site.browser().post('/auth/reset', { email: 'steve@example.org' }),
    refused: (site) => site.browser().post('/auth/reset', { email: 'nobody' }),
  },
  resetPassword: {
    async happy(site) {
      await site.player('Steve')
      await site.browser().post('/auth/reset', { email: 'steve@example.org' })
      const [mail] = await site.mails()
      const hash = /hash=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      return site.browser().post('/auth/password', { hash, password: 'a wholly different one' })
    },
    refused: (site) => site.browser().post('/auth/password', { hash: 'unknown' }),
  },
  changePassword: {
    happy: asSteve(async (steve) => {
      await addPasskey(steve, newAuthenticator())
      return changePassword(steve, PASSWORD)
    }),
    refused: asSteve((steve) => changePassword(steve, 'not my password')),
  },
  generateTwoFactor: {
    happy: asSteve((steve) =>
      steve.browser.get('/cabinet/2fa/generate', bearer(steve.accessToken)),
    ),
    async refused(site) {
      const steve = await unconfirmedPlayer(site)
      return steve.browser.get('/cabinet/2fa/generate', steve.headers)
    },
  },
  enableTwoFactor: {
    happy: (site) => site.player('Steve').then((steve) => enableTwoFactor(site, steve)),
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/2fa/enable', { code: '000000' }, bearer(steve.accessToken)),
    ),
  },
  disableTwoFactor: {
    async happy(site) {
      const steve = await site.player('Steve')
      const { body } = await steve.browser.get('/cabinet/2fa/generate', bearer(steve.accessToken))
      const code = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
      await steve.browser.post('/cabinet/2fa/enable', { code: code() }, bearer(steve.accessToken))
      site.wait(30 * SECOND)
      return steve.browser.post('/cabinet/2fa/disable', { code: code() }, bearer(steve.accessToken))
    },
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/2fa/disable', { code: '000000' }, bearer(steve.accessToken)),
    ),
  },
  makeRecoveryCodes: {
    async happy(site) {
      await changeSetting(site.app, BY_OWNER, { name: 'recoveryCodes', text: 'on' })
      const { browser, accessToken } = await playerWithTwoFactor(site)
      return browser.post('/cabinet/2fa/recovery-codes', undefined, bearer(accessToken))
    },
    refused: asSteve(({ browser, accessToken }) =>
      browser.post('/cabinet/2fa/recovery-codes', undefined, bearer(accessToken)),
    ),
  },
  countRecoveryCodes: {
    happy: asSteve(({ browser, accessToken }) =>
      browser.get('/cabinet/2fa/recovery-codes', bearer(accessToken)),
    ),
    refused: (site) => site.browser().get('/cabinet/2fa/recovery-codes'),
  },
} satisfies Partial<Record<Name, Calls>>

/** Makes a call as Steve, who has just registered. */
export function asSteve(call: (steve: Steve) => Promise<Reply>): Call {
  return async (site) => call(await site.player('Steve'))
}

/** Makes a player with an unconfirmed address. */
async function unconfirmedPlayer(site: Site) {
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
  const steve = await site.player('Steve')
  return { ...steve, headers: bearer(steve.accessToken) }
}

async function codeTo(site: Site, address: string): Promise<string | undefined> {
  const mails = (await site.mails()).filter(({ to }) => to?.[0]?.address === address)
  return /\b\d{6}\b/.exec(mails.at(-1)?.subject ?? '')?.[0]
}

function changeEmail(steve: Steve, password: string): Promise<Reply> {
  const body = { email: 'new@example.org', password }
  return steve.browser.post('/cabinet/email', body, bearer(steve.accessToken))
}

function changePassword(steve: Steve, current: string): Promise<Reply> {
  const body = { current, password: 'a wholly different one', close: true }
  return steve.browser.post('/cabinet/password', body, bearer(steve.accessToken))
}

async function enableTwoFactor(site: Site, steve: Steve): Promise<Reply> {
  const headers = bearer(steve.accessToken)
  const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(body.secret), stepAt(site.now()))
  return steve.browser.post('/cabinet/2fa/enable', { code }, headers)
}

function prove({ browser, accessToken }: Steve, body: object): Promise<Reply> {
  return browser.post('/auth/prove', body, bearer(accessToken))
}
