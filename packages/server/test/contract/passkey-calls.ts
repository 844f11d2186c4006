import { newAuthenticator } from '../credentials/passkeys/authenticator.ts'
import {
  addPasskey,
  logInByPasskey,
  playerWithPasskey,
} from '../credentials/passkeys/with-passkey.ts'
import { owner } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

type Owner = Awaited<ReturnType<typeof playerWithPasskey>>

/** A successful and a refused call for each endpoint about passkeys. */
export const passkeyCalls = {
  listPasskeys: {
    happy: withPasskey(({ browser, accessToken }) => browser.get('/passkeys', bearer(accessToken))),
    refused: (site) => site.browser().get('/passkeys'),
  },
  passkeyOptions: {
    happy: withPasskey(({ browser, accessToken }) =>
      browser.post('/passkeys/options', undefined, bearer(accessToken)),
    ),
    refused: (site) => site.browser().post('/passkeys/options'),
  },
  registerPasskey: {
    happy: async (site) => addPasskey(await site.player('Steve'), newAuthenticator()),
    refused: withPasskey((steve) => addPasskey(steve, steve.authenticator)),
  },
  renamePasskey: {
    happy: withPasskey(({ browser, accessToken, passkey }) =>
      browser.send('PATCH', `/passkeys/${passkey.id}`, { name: 'Phone' }, bearer(accessToken)),
    ),
    refused: withPasskey(({ browser, accessToken }) =>
      browser.send('PATCH', '/passkeys/unknown', { name: 'Phone' }, bearer(accessToken)),
    ),
  },
  removePasskey: {
    happy: withPasskey(({ browser, accessToken, passkey }) =>
      browser.delete(`/passkeys/${passkey.id}`, bearer(accessToken)),
    ),
    refused: withPasskey(({ browser, accessToken }) =>
      browser.delete('/passkeys/unknown', bearer(accessToken)),
    ),
  },
  removePasskeys: {
    async happy(site) {
      const notch = await owner(site)
      const steve = await playerWithPasskey(site)
      return notch.send('DELETE', `/admin/players/${steve.id}/passkeys`)
    },
    async refused(site) {
      const notch = await owner(site)
      return notch.send('DELETE', '/admin/players/unknown/passkeys')
    },
  },
  passkeyLoginOptions: {
    happy: (site) => site.browser().post('/auth/passkey/options'),
    async refused(site) {
      const browser = site.browser()
      for (let call = 0; call < 300; call += 1) await browser.post('/auth/passkey/options')
      return browser.post('/auth/passkey/options')
    },
  },
  passkeyLogin: {
    happy: (site) =>
      playerWithPasskey(site).then(({ authenticator }) =>
        logInByPasskey(site.browser(), authenticator),
      ),
    refused: (site) =>
      playerWithPasskey(site).then(({ authenticator }) =>
        logInByPasskey(site.browser(), authenticator, { strange: true }),
      ),
  },
} as const satisfies Partial<Record<Name, Calls>>

function withPasskey(call: (steve: Owner) => ReturnType<Call>): Call {
  return async (site: Site) => call(await playerWithPasskey(site))
}
